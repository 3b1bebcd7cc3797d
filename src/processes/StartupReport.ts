import type { Service } from '../main.js';

/** The message that a server process sends to its parent when it serves requests. */
export type StartupReport = Pick<
  Service,
  'address' | 'redisUrl' | 'searchAvailable' | 'demo' | 'setupCode' | 'projectKey'
>;
