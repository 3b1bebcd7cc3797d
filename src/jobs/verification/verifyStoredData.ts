/**
 * Compares everything that a project stores: bodies with the keys that lead to them, stored counts with the references
 * in bodies, messages with the resources that count them, the search index with the orders. It follows the definitions
 * of the resource types, reads in batches and writes nothing. It may run beside writes: each difference is confirmed
 * (DifferenceReport.ts). A repair mends what it finds, pass by pass, until a pass finds nothing more to mend.
 */
import { definitions } from '../../commerce/resources/index.js';
import type { Services } from '../../services/services.js';
import { StoredKeys } from '../../store/StoredKeys.js';
import { StoreMender } from '../../store/StoreMender.js';
import { EntryChecksums } from './EntryChecksums.js';
import { examineKeys, subjectsIn } from './examineKeys.js';
import {
  type Difference,
  DifferenceReport,
  type RepairCounts,
  Repairs,
  type StoredDifferenceKind,
} from './DifferenceReport.js';
import { examineReferences } from './examineReferences.js';
import type { VerificationRun, Subject } from './VerificationRun.js';
import { examineSearch, type SearchComparison } from './search/examineSearch.js';

export interface VerifyOptions {
  /** Differences that are listed; all are counted. */
  readonly listedMax?: number;
  /** Total time to wait for orders that are not indexed yet. */
  readonly searchWaitMs?: number;
  /** Nodes of a cluster, as `host:port`, that cannot be reached. The project is on another one. */
  readonly lostNodes?: readonly string[];
  readonly onProgress?: (keys: number) => void;
}

export interface RepairOptions extends VerifyOptions {
  /** Builds a search index anew; false where no server did it in time. */
  readonly rebuildSearch: (typeId: string) => Promise<boolean>;
}

export interface Verification {
  /** Resources by type. */
  readonly resources: Readonly<Record<string, number>>;
  readonly counts: Readonly<Partial<Record<StoredDifferenceKind, number>>>;
  readonly differences: readonly Difference[];
  /** The comparison of the order index; absent where the project has no index with the layout of this version. */
  readonly search?: SearchComparison;
  readonly isEqual: boolean;
}

/** The result of a repair, and of the verification that follows it. */
export interface RepairedVerification extends Verification {
  readonly repaired: {
    /** The mended differences by kind, and by the resource type that they concern. */
    readonly counts: RepairCounts;
    /** Lists the first mended differences. */
    readonly changes: readonly Difference[];
  };
}

const listedMaxDefault = 100;

/** Passes of a repair: more are needed only where the data is damaged meanwhile. */
const passesMax = 10;

type VerifyServices = Pick<Services, 'engine' | 'redis' | 'store' | 'searches' | 'fieldIndexes'>;

const count = (resources: Record<string, number>, subjects: readonly Subject[]): void => {
  for (const { typeId } of subjects) resources[typeId] = (resources[typeId] ?? 0) + 1;
};

interface Pass extends VerifyOptions {
  readonly report: DifferenceReport;
  readonly rebuildSearch?: RepairOptions['rebuildSearch'];
}

const runPass = async (
  services: VerifyServices,
  projectKey: string,
  { report, listedMax = listedMaxDefault, searchWaitMs, lostNodes, onProgress, rebuildSearch }: Pass,
): Promise<Verification> => {
  const { engine, redis, store, searches, fieldIndexes } = services;
  await engine.settings(projectKey);
  // Data that was found to agree must not be lost in a failover.
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
    mender: new StoreMender(redis),
  };
  const resources: Record<string, number> = Object.fromEntries(definitions.map(({ typeId }) => [typeId, 0]));
  let keys = 0;
  await examineKeys(run, report, page => {
    count(resources, subjectsIn(page, run));
    onProgress?.((keys += page.length));
  });
  if (!report.hasMended) await examineReferences(run, report);
  const compared = new Map<string, SearchComparison | undefined>();
  // The next pass compares the search indexes: a mended list or count may be the cause of their differences.
  for (const [typeId, search] of report.hasMended ? [] : searches)
    compared.set(
      typeId,
      await examineSearch({ ...services, search }, projectKey, report, {
        listedMax,
        waitMs: searchWaitMs,
        rebuild: rebuildSearch && (() => rebuildSearch(typeId)),
      }),
    );
  const { counts, differences, isEmpty } = report;
  return { resources, counts, differences, search: compared.get('order'), isEqual: isEmpty };
};

/** Throws a 404 for a project that does not exist. */
export const verifyStoredData = (
  services: VerifyServices,
  projectKey: string,
  options: VerifyOptions = {},
): Promise<Verification> =>
  runPass(services, projectKey, {
    ...options,
    report: new DifferenceReport(options.listedMax ?? listedMaxDefault),
  });

/**
 * Mends lists, indexes, unique values, holders, counts, sums, sealed values of nothing, keys that belong to nothing,
 * and search indexes. It deletes no resource and no message. Each fact is mended by itself, so that a repair may run
 * beside writes, be interrupted and run again. Throws a 404 for a project that does not exist.
 */
export const repairStoredData = async (
  services: VerifyServices,
  projectKey: string,
  options: RepairOptions,
): Promise<RepairedVerification> => {
  const listedMax = options.listedMax ?? listedMaxDefault;
  const repairs = new Repairs(listedMax);
  let verification: Verification | undefined;
  for (let pass = 1; verification === undefined && pass <= passesMax; pass++) {
    const report = new DifferenceReport(listedMax, repairs);
    const found = await runPass(services, projectKey, { ...options, report });
    if (!report.hasMended) verification = found;
  }
  verification ??= await verifyStoredData(services, projectKey, options);
  const { counts, changes } = repairs;
  return { ...verification, repaired: { counts, changes } };
};
