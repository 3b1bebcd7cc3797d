/** What a front tells its parent once it serves. */
import type { Service } from '../main.js';

export type StartupReport = Pick<Service, 'address' | 'redisUrl' | 'searchAvailable' | 'demo'>;
