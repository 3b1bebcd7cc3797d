/**
 * Compares everything that a project stores: bodies with the keys that lead to them, stored counts with the references
 * in bodies, messages with the resources that count them, the search index with the orders. It follows the definitions
 * of the resource types, reads in batches and writes nothing. It may run beside writes: each difference is confirmed
 * (DifferenceReport.ts).
 */
import { definitions } from '../../commerce/resources/index.js';
import type { Services } from '../../services/services.js';
import { StoredKeys } from '../../store/StoredKeys.js';
import { EntryChecksums } from './EntryChecksums.js';
import { examineKeys, subjectsIn } from './examineKeys.js';
import { type Difference, DifferenceReport, type StoredDifferenceKind } from './DifferenceReport.js';
import { examineReferences } from './examineReferences.js';
import type { VerificationRun, Subject } from './VerificationRun.js';
import { examineSearch, type SearchComparison } from './search/examineSearch.js';

export interface VerifyOptions {
  /** Differences that are listed; all are counted. */
  readonly listedMax?: number;
  /** How long to wait in total for orders that are not indexed yet. */
  readonly searchWaitMs?: number;
  /** Nodes of a cluster, as `host:port`, that cannot be reached. The project is on another one. */
  readonly lostNodes?: readonly string[];
  readonly onProgress?: (keys: number) => void;
}

export interface Verification {
  /** Resources by type. */
  readonly resources: Readonly<Record<string, number>>;
  readonly counts: Readonly<Partial<Record<StoredDifferenceKind, number>>>;
  readonly differences: readonly Difference[];
  /** Of orders; absent where the project has no index with the layout of this version. */
  readonly search?: SearchComparison;
  readonly isEqual: boolean;
}

type VerifyServices = Pick<Services, 'engine' | 'redis' | 'store' | 'searches' | 'fieldIndexes'>;

const count = (resources: Record<string, number>, subjects: readonly Subject[]): void => {
  for (const { typeId } of subjects) resources[typeId] = (resources[typeId] ?? 0) + 1;
};

/** Throws a 404 for a project that does not exist. */
export const verifyStoredData = async (
  services: VerifyServices,
  projectKey: string,
  { listedMax = 100, searchWaitMs, lostNodes, onProgress }: VerifyOptions = {},
): Promise<Verification> => {
  const { engine, redis, store, searches, fieldIndexes } = services;
  await engine.settings(projectKey);
  // What is found to agree must not be lost in a failover.
  await store.confirm(projectKey);
  const run: VerificationRun = {
    projectKey,
    store,
    storedKeys: new StoredKeys(redis, lostNodes),
    searches,
    fieldIndexes,
    resourceTypes: engine.resourceTypes,
    engine,
    unreadable: new Map(),
    checksums: new EntryChecksums(),
  };
  const report = new DifferenceReport(listedMax);
  const resources: Record<string, number> = Object.fromEntries(definitions.map(({ typeId }) => [typeId, 0]));
  let keys = 0;
  await examineKeys(run, report, page => {
    count(resources, subjectsIn(page, run));
    onProgress?.((keys += page.length));
  });
  await examineReferences(run, report);
  const compared = new Map<string, SearchComparison | undefined>();
  for (const [typeId, search] of searches)
    compared.set(
      typeId,
      await examineSearch({ ...services, search }, projectKey, report, { listedMax, waitMs: searchWaitMs }),
    );
  const { counts, differences, isEmpty } = report;
  return { resources, counts, differences, search: compared.get('order'), isEqual: isEmpty };
};
