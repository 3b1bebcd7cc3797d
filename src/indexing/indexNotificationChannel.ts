import { createHash } from 'node:crypto';

/** Name of a channel between the threads that use one Redis; the URL is hashed because it may hold a password. */
const channelName = (subject: string, redisUrl: string): string =>
  `quayside:${subject}:${createHash('sha256').update(redisUrl).digest('base64url')}`;

/** The channel on which the indexer learns of projects with work. */
export const indexNotificationChannel = (redisUrl: string): string => channelName('search', redisUrl);

/** The channel on which the indexer tells how far it is behind. */
export const indexLagChannel = (redisUrl: string): string => channelName('search-lag', redisUrl);
