import { packageFile } from './packageFile.js';

/** The modules that a thread or a process starts with. scripts/setup/bundle.mjs puts each together from its parts. */
export type ProgramEntry = 'backgroundThread' | 'redisWatcher' | 'serverProcess' | 'worker';

/**
 * The bundle of an entry: a thread that loads its 850 modules one by one needs three times the processor time until it
 * is ready.
 */
export const programEntry = (name: ProgramEntry): URL => packageFile(`dist/program/${name}.js`);
