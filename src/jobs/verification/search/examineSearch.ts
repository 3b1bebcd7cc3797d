/**
 * Compares a search index with its resources (verifySearchIndex.ts), where the project has an index. Keys that belong
 * to nothing are found by examineKeys.ts.
 */
import { sumOf } from '../../../base/lists.js';
import { ApiError } from '../../../base/errors/ApiError.js';
import { type SearchVerification, type VerifySearchServices, verifySearchIndex } from './verifySearchIndex.js';
import type { DifferenceReport } from '../DifferenceReport.js';

/** The index that was compared. */
export type SearchComparison = Pick<SearchVerification, 'index' | 'documents' | 'pending'>;

export interface SearchOptions {
  readonly listedMax: number;
  /** Total time to wait for changes that are not indexed yet. */
  readonly waitMs?: number;
  /** Builds the index anew; false where no server did. */
  readonly rebuild?: () => Promise<boolean>;
}

/** The number of the index; undefined where there is none with the layout of this version. */
const readableIndex = async ({ search }: VerifySearchServices, projectKey: string): Promise<number | undefined> => {
  const state = await search.states.read(projectKey);
  return state !== undefined && state.layout === search.type.documentLayout ? state.current : undefined;
};

const addToReport = (
  { index, documents, pending, counts, differences }: SearchVerification,
  report: DifferenceReport,
  typeId: string,
): SearchComparison => {
  report.count('search', sumOf(Object.values(counts)));
  for (const { kind, id, detail } of differences)
    report.list({
      kind: 'search',
      subject: id === undefined ? `search index ${index}` : `${typeId}/${id}`,
      detail: `${kind}: ${detail}`,
    });
  return { index, documents, pending };
};

const compareSearch = async (
  services: VerifySearchServices,
  projectKey: string,
  report: DifferenceReport,
  options: SearchOptions,
): Promise<SearchComparison | undefined> => {
  if ((await readableIndex(services, projectKey)) === undefined) return undefined;
  try {
    return addToReport(
      await verifySearchIndex(services, projectKey, { ...options, leftKeys: false }),
      report,
      services.search.type.typeId,
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    // Search may have been deactivated in the meantime. Otherwise the state names an index that does not exist.
    const index = await readableIndex(services, projectKey);
    if (index !== undefined) report.add({ kind: 'search', subject: `search index ${index}`, detail: error.message });
    return undefined;
  }
};

/**
 * Resolves to undefined where the project has no index, or one with another layout. A repair builds an index that
 * differs anew, once all lists are right: what the index misses may be due to them.
 */
export const examineSearch = async (
  services: VerifySearchServices,
  projectKey: string,
  report: DifferenceReport,
  options: SearchOptions,
): Promise<SearchComparison | undefined> => {
  const { search: before = 0 } = report.counts;
  const compared = await compareSearch(services, projectKey, report, options);
  const { counts, hasMended, repairs } = report;
  const differs = (counts.search ?? 0) > before;
  const { typeId, plural } = services.search.type;
  if (differs && !hasMended && (await options.rebuild?.()) === true)
    repairs?.add({ kind: 'search', subject: `search index of ${plural}`, detail: 'it was built anew' }, typeId);
  return compared;
};
