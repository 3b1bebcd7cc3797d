import { Cluster } from 'ioredis';
import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';

/** Entries that a stream keeps: more than arrive while a server process is trusted without having read them. */
const entriesMax = 100_000;

/**
 * The streams of revocations, which every server process follows. On a cluster there are two, mostly on two masters: a
 * revocation needs one of them, so that tokens can be revoked while one master is away.
 */
export const revocationStreams = (redis: RedisClient): readonly string[] =>
  redis instanceof Cluster ? [keys.revocations, keys.distantRevocations] : [keys.revocations];

/**
 * Appends a token subject to the streams. One that takes it suffices, since a process that cannot read all of them
 * trusts no cached grant.
 */
export const publishRevocation = async (redis: RedisClient, subject: string): Promise<void> => {
  const append = async (stream: string): Promise<unknown> =>
    redis.xadd(stream, 'MAXLEN', '~', entriesMax, '*', 'subject', subject);
  try {
    await Promise.any(revocationStreams(redis).map(append));
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
};
