/**
 * Compares everything that a project stores: bodies with the keys that lead to them, stored counts with the references
 * in bodies, messages with the resources that count them, the search index with the orders. It follows the definitions
 * of the resource types, reads in batches and writes nothing. It may run beside writes: each difference is confirmed by
 * another look.
 */
import { definitions } from '../resources/index.js';
import type { Services } from '../services/services.js';
import { StoredKeys } from '../store/StoredKeys.js';
import { EntryChecksums } from './EntryChecksums.js';
import { examineKeys, subjectsIn } from './examineKeys.js';
import { type Difference, type DifferenceKind, DifferenceReport } from './DifferenceReport.js';
import { examineReferences } from './examineReferences.js';
import type { VerificationRun, Subject } from './VerificationRun.js';
import { examineSearch, type SearchComparison } from './examineSearch.js';

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
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly differences: readonly Difference[];
  /** Absent where the project has no index with the layout of this version. */
  readonly search?: SearchComparison;
  readonly isEqual: boolean;
}

type VerifyServices = Pick<Services, 'engine' | 'redis' | 'store' | 'search' | 'fieldIndexes'>;

const count = (resources: Record<string, number>, subjects: readonly Subject[]): void => {
  for (const { typeId } of subjects) resources[typeId] = (resources[typeId] ?? 0) + 1;
};

/** Throws a 404 for a project that does not exist. */
export const verifyStoredData = async (
  services: VerifyServices,
  projectKey: string,
  { listedMax = 100, searchWaitMs, lostNodes, onProgress }: VerifyOptions = {},
): Promise<Verification> => {
  const {
    engine,
    redis,
    store,
    search: { states },
    fieldIndexes,
  } = services;
  await engine.settings(projectKey);
  // What is found to agree must not be lost in a failover.
  await store.confirm(projectKey);
  const run: VerificationRun = {
    projectKey,
    store,
    storedKeys: new StoredKeys(redis, lostNodes),
    states,
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
  for await (const difference of examineReferences(run)) report.add(difference);
  const search = await examineSearch(services, projectKey, report, { listedMax, waitMs: searchWaitMs });
  const { counts, differences } = report;
  return { resources, counts, differences, search, isEqual: Object.keys(counts).length === 0 };
};
