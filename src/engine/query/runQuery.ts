import { timeOfCount } from '../../store/CommitClock.js';
import { readMembers } from '../document/scanSpans.js';
import type { Page, QueryRun, QueryScope } from './pageBodies.js';
import { isWithin, type TimeLimit, sortedPage, walkedPage } from './sortedPage.js';
import { isCustomFieldPath, customFieldIndex } from '../define/compileIndexes.js';
import { conjuncts, pathLeaf } from './predicate/bodyFilter.js';
import type { Predicate } from './predicate/Predicate.js';
import type { IndexedPath } from '../define/ResourceSchema.js';
import { WorkTime } from '../../base/shedding/WorkTime.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { parseUndamaged } from '../damagedResources.js';
import { seesWhole, shownBody } from '../visibility.js';
import { assertProjectNames } from './assertProjectNames.js';
import { findCandidateIds } from './findCandidateIds.js';
import { indexConditions, indexOrder } from './indexConditions.js';
import { indexedPage } from './indexedPage.js';
import { namedIds, namedPage } from './storedPage.js';
import type { ParsedQuery } from './parseQueryParameters.js';

/**
 * Pages in the order of times, from the oldest on, for readers that continue after the last time that they saw.
 *
 * A query reads lists and bodies one after the other. A page could show a commit of the meantime without an earlier
 * one, which such a reader would then never see. Therefore a page shows nothing later than its beginning: all earlier
 * commits are in the lists, since the times of a project never go back (store/CommitClock.ts).
 */

/** The time that a page follows from the oldest on; undefined for another order. */
const followedTime = ({ resourceType, query }: QueryRun): TimeLimit['member'] | undefined => {
  const [{ path, direction } = { path: ['createdAt'], direction: 'asc' }] = query.sort;
  const [name] = path;
  if (direction !== 'asc' || path.length !== 1) return undefined;
  if (name === 'lastModifiedAt') return resourceType.isImmutable ? 'createdAt' : name;
  return name === 'createdAt' ? name : undefined;
};

/** Tells whether a project has had no commit with a time yet. */
const isUnknown = (timeMs: number): boolean => timeMs < Date.UTC(2020);

/** Reads a page, and again up to a time if it shows commits of the meantime. */
const pageOfOneTime = async (run: QueryRun, read: (timeLimit?: TimeLimit) => Promise<Page>): Promise<Page> => {
  const member = followedTime(run);
  if (member === undefined) return read();
  const { store, projectKey } = run;
  const lastTime = async (): Promise<number> => timeOfCount(await store.commitCount(projectKey));
  const before = await lastTime();
  const page = await read();
  if (isUnknown(before) || before === (await lastTime())) return page;
  const timeLimit = { member, time: new Date(before).toISOString() };
  const names = new Set([member]);
  return page.bodies.every(body => isWithin(timeLimit, readMembers(body, names))) ? page : read(timeLimit);
};

const leafPaths = (predicate: Predicate, outerParents: readonly string[]): string[] =>
  conjuncts(predicate, outerParents).flatMap(({ part, parents }) => {
    if (part.kind === 'or') return part.parts.flatMap(alternative => leafPaths(alternative, parents));
    const leaf = pathLeaf(part, parents);
    return leaf === undefined || !isCustomFieldPath(leaf.path) ? [] : [leaf.path];
  });

/** The custom fields whose indexes could answer parts of a predicate. */
const customFieldPaths = (predicate: Predicate): string[] => [...new Set(leafPaths(predicate, []))];

/**
 * Runs a query with the complete indexes of the custom fields at some paths. Undefined where there is none, or where
 * one was removed during the query, since a removed index misses later resources.
 */
const withFieldIndexes = async <T>(
  { store, projectKey, resourceType: { typeId } }: QueryScope,
  paths: readonly string[],
  run: (indexes: ReadonlyMap<string, IndexedPath>) => Promise<T>,
): Promise<T | undefined> => {
  const before = await store.fieldIndexBuilds(projectKey, typeId, paths);
  const complete = paths.filter((_, at) => before[at] !== null);
  if (complete.length === 0) return undefined;
  const result = await run(new Map(complete.map(path => [path, customFieldIndex(path)])));
  const after = await store.fieldIndexBuilds(projectKey, typeId, paths);
  return before.every((build, at) => build === null || build === after[at]) ? result : undefined;
};

const pageOf = async (run: QueryRun): Promise<Page> => {
  const { query, conditions, resourceType } = run;
  if (conditions.named !== undefined) {
    const ids = await namedIds(run, conditions.named);
    return ids.length <= 1 ? namedPage(run, ids[0]) : sortedPage(run, [ids]);
  }
  const order = indexOrder(resourceType, query.sort);
  if (order === undefined)
    return pageOfOneTime(run, async timeLimit => {
      const { chunks } = await findCandidateIds(run, conditions, { by: 'createdAt', direction: 'asc' });
      return sortedPage(run, chunks, timeLimit);
    });
  const page = await indexedPage(run, order);
  return (
    page ??
    pageOfOneTime(run, async timeLimit =>
      walkedPage(run, (await findCandidateIds(run, conditions, order)).chunks, timeLimit),
    )
  );
};

const shownPage = async (scope: QueryScope, page: Page): Promise<Page> => {
  if (seesWhole(scope)) return page;
  const { resourceType, projectKey } = scope;
  const time = new WorkTime(projectKey);
  const bodies: Buffer[] = [];
  for (const body of page.bodies) {
    await time.pause();
    const shown = parseUndamaged(projectKey, resourceType.typeId, body, each => shownBody(scope, each));
    if (shown !== undefined) bodies.push(shown);
  }
  return { ...page, bodies };
};

/** Finds the page that a query asks for, as bytes of resources that the request may see. */
export const runQuery = async (
  access: Pick<ResourceAccess, 'store' | 'resourceTypes' | 'queryTimeoutMs'>,
  { resourceType, projectKey, publishedOnly, own }: Omit<QueryScope, 'store'>,
  query: ParsedQuery,
  deadline = new WorkTime(projectKey, access.queryTimeoutMs),
): Promise<Page> => {
  const { store } = access;
  const scope: QueryScope = { store, projectKey, resourceType, publishedOnly, own };
  const { predicate, projectNames = [] } = query;
  deadline.assertInTime();
  if (projectNames.length > 0) await assertProjectNames(access, projectKey, projectNames);
  const run = (fieldIndexes?: ReadonlyMap<string, IndexedPath>): Promise<Page> =>
    pageOf(
      Object.assign({}, scope, {
        query,
        conditions: indexConditions(resourceType, predicate, fieldIndexes, publishedOnly),
        deadline,
      }),
    );
  const fieldPaths = predicate === undefined || !resourceType.hasCustomFields ? [] : customFieldPaths(predicate);
  const page = await (fieldPaths.length === 0 ? run() : ((await withFieldIndexes(scope, fieldPaths, run)) ?? run()));
  return shownPage(scope, page);
};
