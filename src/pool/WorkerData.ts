import type { ServiceOptions } from '../services/ServiceOptions.js';

/** The data that a worker gets when it starts. */
export type WorkerData = ServiceOptions & { readonly logLevel?: string };
