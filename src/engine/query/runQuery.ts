import { fail } from '../../errors/ApiError.js';
import { targetById } from '../../store/target.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { candidateIds } from './candidateIds.js';
import { indexConditions, type NamedValues } from './indexConditions.js';
import { indexedPage } from './indexedPage.js';
import { indexOrder } from './indexOrder.js';
import type { ParsedQuery } from './parseQueryParameters.js';
import type { Page, QueryRun } from './QueryRun.js';
import type { QueryScope } from './QueryScope.js';
import { sortedPage } from './sortedPage.js';
import { walkedPage } from './walkedPage.js';

const createDeadline = (timeoutMs: number): (() => void) => {
  const deadlineMs = performance.now() + timeoutMs;
  return () => {
    if (performance.now() > deadlineMs) throw fail('QueryTimedOut', { timeoutMs });
  };
};

/** The ids that the predicate names itself: by `id in (…)`, by a unique field, or by targets that the resource holds. */
const namedIds = async (
  { store, projectKey, resourceType }: QueryScope,
  { field, values, heldTypeId }: NamedValues,
): Promise<string[]> => {
  if (field === 'id') return [...values];
  const ids =
    heldTypeId === undefined
      ? await Promise.all(values.map(value => store.findId(projectKey, resourceType.typeId, field, value)))
      : await store.holders(
          projectKey,
          values.map(value => targetById(heldTypeId, value)),
        );
  return [...new Set(ids)].filter(id => id !== null);
};

const pageOf = async (run: QueryRun): Promise<Page> => {
  const { query, conditions, resourceType } = run;
  if (conditions.named !== undefined) return sortedPage(run, [await namedIds(run, conditions.named)]);
  const order = indexOrder(resourceType, query.sort);
  if (order === undefined) return sortedPage(run, candidateIds(run, conditions, { by: 'createdAt', direction: 'asc' }));
  return (await indexedPage(run, order)) ?? walkedPage(run, candidateIds(run, conditions, order));
};

/** Finds the page that a query asks for, as bytes of resources. */
export const runQuery = (
  { store, queryTimeoutMs }: Pick<ResourceAccess, 'store' | 'queryTimeoutMs'>,
  { resourceType, projectKey }: Omit<QueryScope, 'store'>,
  query: ParsedQuery,
): Promise<Page> =>
  pageOf({
    store,
    projectKey,
    resourceType,
    query,
    conditions: indexConditions(resourceType, query.predicate),
    assertInTime: createDeadline(queryTimeoutMs),
  });
