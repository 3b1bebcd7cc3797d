/** A command that cannot run with its arguments and environment. */
export class UsageError extends Error {}
