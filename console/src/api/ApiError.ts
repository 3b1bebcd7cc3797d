/** An error response of the API, or a request that had no response at all (`statusCode` 0). */
export interface ErrorEntry {
  readonly code: string;
  readonly message: string;
  readonly currentVersion?: number;
  readonly field?: string;
  /** The position of the refused update action. */
  readonly actionIndex?: number;
}

export class ApiError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly errors: readonly ErrorEntry[] = [],
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** The version that the server has, when the one of the request is old. */
  get currentVersion(): number | undefined {
    return this.errors.find(({ code }) => code === 'ConcurrentModification')?.currentVersion;
  }
}
