import type { CaseResult } from '../measure/measureCase.js';

/** What `npm run bench` writes to bench/results/latest.json. */
export interface SavedRun {
  readonly at: string;
  readonly results: readonly CaseResult[];
}
