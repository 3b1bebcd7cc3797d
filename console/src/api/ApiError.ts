/** An error response of the API, or a request that had no response at all (`statusCode` 0). */
export interface ErrorEntry {
  readonly code: string;
  readonly message: string;
  readonly currentVersion?: number;
  readonly field?: string;
  /** The position of the refused update action. */
  readonly actionIndex?: number;
  /** Further members, which depend on the code. */
  readonly [member: string]: unknown;
}

export class ApiError extends Error {
  /** The names of resources that the entries mention by id, as far as they are known. */
  names: ReadonlyMap<string, string> = new Map();

  constructor(
    readonly statusCode: number,
    message: string,
    readonly errors: readonly ErrorEntry[] = [],
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** Returns the version that the server has, if the version in the request is outdated. */
  get currentVersion(): number | undefined {
    return this.errors.find(({ code }) => code === 'ConcurrentModification')?.currentVersion;
  }
}
