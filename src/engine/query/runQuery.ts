import { isCustomFieldPath, customFieldIndex } from '../define/compileIndexes.js';
import { conjuncts, pathLeaf } from './predicate/bodyFilter.js';
import type { Predicate } from './predicate/Predicate.js';
import type { IndexedPath } from '../define/ResourceSchema.js';
import type { QueryScope, Page, QueryRun } from './pageBodies.js';
import { WorkTime } from '../../base/shedding/WorkTime.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { parseUndamaged } from '../damagedResources.js';
import { seesWhole, shownBody } from '../visibility.js';
import { assertProjectNames } from './assertProjectNames.js';
import { findCandidates } from './findCandidates.js';
import { indexConditions, indexOrder } from './conditions.js';
import { indexedPage } from './indexedPage.js';
import { namedIds, namedPage } from './namedPage.js';
import type { ParsedQuery } from './parseQueryParameters.js';
import { pageOfOneTime } from './pageOfOneTime.js';
import { sortedPage, walkedPage } from './sortedPage.js';

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
      const { chunks } = await findCandidates(run, conditions, { by: 'createdAt', direction: 'asc' });
      return sortedPage(run, chunks, timeLimit);
    });
  const page = await indexedPage(run, order);
  return (
    page ??
    pageOfOneTime(run, async timeLimit =>
      walkedPage(run, (await findCandidates(run, conditions, order)).chunks, timeLimit),
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
