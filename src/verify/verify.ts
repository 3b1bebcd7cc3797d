/**
 * Compares everything that a project stores with everything else: bodies with what leads to them, counts of references
 * with the references, messages with the resources that count them, search with the orders. It goes by what the resource types
 * declare, reads in steps, writes nothing, and may run while others write: what seems to disagree is looked at again.
 */
import { definitions } from '../resources/index.js';
import type { Services } from '../services/services.js';
import { StoredKeys, type ListKey, type StoredKey } from '../store/StoredKeys.js';
import { examineList, type PointerKey, examinePointers } from './backward.js';
import { type Difference, type DifferenceKind, Report } from './difference.js';
import { examineBodies } from './forward.js';
import { examineMessages } from './messages.js';
import { examineReferences } from './references.js';
import { type Run, steps, type Subject } from './run.js';
import { examineSearch, type Searched } from './search.js';
import { settle } from './settle.js';

export interface VerifyOptions {
  /** Differences that are listed; all are counted. */
  readonly listedMax?: number;
  /** How long to wait in all for orders that search has yet to follow. */
  readonly searchWaitMs?: number;
  onProgress?(keys: number): void;
}

export interface Verification {
  /** Resources by type. */
  readonly resources: Readonly<Record<string, number>>;
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly differences: readonly Difference[];
  /** Absent where the project has no index that could be compared. */
  readonly search?: Searched;
  readonly isEqual: boolean;
}

type VerifyServices = Pick<Services, 'engine' | 'redis' | 'store' | 'search'>;

const isList = (key: StoredKey): key is ListKey => key.is === 'ids' || key.is === 'time' || key.is === 'index';
const isPointer = (key: StoredKey): key is PointerKey =>
  key.is === 'unique' || key.is === 'holder' || key.is === 'hidden';

const subjectsIn = (page: readonly StoredKey[], { resourceTypes }: Run): Subject[] =>
  page.flatMap(key => (key.is === 'body' && resourceTypes.has(key.typeId) ? [{ typeId: key.typeId, id: key.id }] : []));

const messagesIn = (page: readonly StoredKey[]): string[] =>
  page.flatMap(key =>
    key.is === 'index' && key.typeId === 'message' && key.path === 'resource.id' ? [key.value] : [],
  );

/** All that a page of keys is about, both ways. */
const examinePage = async (run: Run, page: readonly StoredKey[], report: Report): Promise<void> => {
  const add = (difference: Difference): void => report.add(difference);
  for (const subjects of steps(subjectsIn(page, run)))
    (await settle(subjects, each => examineBodies(run, each))).forEach(add);
  for (const lists of steps(page.filter(isList))) await Promise.all(lists.map(list => examineList(run, list, add)));
  for (const keys of steps(page.filter(isPointer)))
    (await settle(keys, each => examinePointers(run, each))).forEach(add);
  for (const ids of steps(messagesIn(page))) (await settle(ids, each => examineMessages(run, each))).forEach(add);
};

const count = (resources: Record<string, number>, subjects: readonly Subject[]): void => {
  for (const { typeId } of subjects) resources[typeId] = (resources[typeId] ?? 0) + 1;
};

/** Throws a 404 for a project that does not exist. */
export const verify = async (
  services: VerifyServices,
  projectKey: string,
  { listedMax = 100, searchWaitMs, onProgress }: VerifyOptions = {},
): Promise<Verification> => {
  const { engine, redis, store } = services;
  await engine.settings(projectKey);
  const run: Run = {
    projectKey,
    store,
    stored: new StoredKeys(redis),
    resourceTypes: engine.resourceTypes,
    engine,
    unreadable: new Map(),
  };
  const report = new Report(listedMax);
  const resources: Record<string, number> = Object.fromEntries(definitions.map(({ typeId }) => [typeId, 0]));
  let keys = 0;
  for await (const page of run.stored.all(projectKey)) {
    count(resources, subjectsIn(page, run));
    await examinePage(run, page, report);
    onProgress?.((keys += page.length));
  }
  for await (const difference of examineReferences(run)) report.add(difference);
  const search = await examineSearch(services, projectKey, report, { listedMax, waitMs: searchWaitMs });
  const { counts, differences } = report;
  return { resources, counts, differences, search, isEqual: Object.keys(counts).length === 0 };
};
