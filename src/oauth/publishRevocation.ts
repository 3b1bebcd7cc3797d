import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';

/** Entries that the stream keeps: more than arrive while a server process is trusted without having read them. */
const entriesMax = 100_000;

/** Appends a token subject to the stream of revocations, which every server process follows. */
export const publishRevocation = async (redis: RedisClient, subject: string): Promise<void> => {
  await redis.xadd(keys.revocations, 'MAXLEN', '~', entriesMax, '*', 'subject', subject);
};
