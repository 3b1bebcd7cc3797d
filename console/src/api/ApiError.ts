/** An error response of the API, or a request that had no response at all (`statusCode` 0). */
export interface ErrorEntry {
  readonly code: string;
  readonly message: string;
  readonly currentVersion?: number;
  readonly field?: string;
  /** The position of the refused update action. */
  readonly actionIndex?: number;
  /** Members of the code. */
  readonly [member: string]: unknown;
}

export class ApiError extends Error {
  /** The names of what the entries name by its id, as far as they are known. */
  names: ReadonlyMap<string, string> = new Map();

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
