/** Order search against the orders (src/search/verify.ts), where there is an index to be searched. */
import { ApiError } from '../errors/ApiError.js';
import { documentLayout } from '../search/documentLayout.js';
import { type SearchVerification, verifySearchIndex } from '../search/verify/verifySearchIndex.js';
import type { Services } from '../services/services.js';
import type { Report } from './difference.js';

/** What was compared. */
export interface Searched {
  readonly index: number;
  readonly documents: number;
  /** Orders that search had yet to follow when the patience was over: not compared. */
  readonly pending: number;
}

export interface SearchOptions {
  readonly listedMax: number;
  /** How long to wait in all for what search has yet to follow. */
  readonly waitMs?: number;
}

type SearchServices = Pick<Services, 'engine' | 'search' | 'store'>;

/** The number of the index, where there is one that this version can read. */
const indexOf = async ({ search }: SearchServices, projectKey: string): Promise<number | undefined> => {
  const state = await search.states.read(projectKey);
  return state?.layout === documentLayout ? state.current : undefined;
};

const take = ({ index, documents, pending, counts, differences }: SearchVerification, report: Report): Searched => {
  report.count(
    'search',
    Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
  for (const { kind, id, detail } of differences)
    report.list({
      kind: 'search',
      subject: id === undefined ? `search index ${index}` : `order/${id}`,
      detail: `${kind}: ${detail}`,
    });
  return { index, documents, pending };
};

/** Undefined where there was nothing to compare: the project is not searched, or has no index yet, or one of another layout. */
export const examineSearch = async (
  services: SearchServices,
  projectKey: string,
  report: Report,
  options: SearchOptions,
): Promise<Searched | undefined> => {
  if ((await indexOf(services, projectKey)) === undefined) return undefined;
  try {
    return take(await verifySearchIndex(services, projectKey, options), report);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    // Search may have been deactivated meanwhile. If it was not, its state tells of an index that is not there.
    const index = await indexOf(services, projectKey);
    if (index !== undefined)
      report.add({ kind: 'search', subject: `search index ${index}`, detail: error.entries[0]!.message });
    return undefined;
  }
};
