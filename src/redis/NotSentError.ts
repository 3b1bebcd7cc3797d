/** Says that a command was not sent: it did not run, and does not run later. */
export class NotSentError extends Error {}
