/** The embedded Redis cannot be started; the message tells what to do. */
export class EmbeddedRedisError extends Error {}
