import { createHash } from 'node:crypto';

/** Name of the channel between the threads that use one Redis; the URL is hashed because it may hold a password. */
export const indexNotificationChannel = (redisUrl: string): string =>
  `quayside:search:${createHash('sha256').update(redisUrl).digest('base64url')}`;
