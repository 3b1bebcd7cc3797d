import type { Service } from '../main.js';

/** What a server process tells its parent when it serves requests. */
export type StartupReport = Pick<
  Service,
  'address' | 'redisUrl' | 'searchProblems' | 'demo' | 'setupCode' | 'projectKey'
>;
