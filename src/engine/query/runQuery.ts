import type { ResourceAccess } from '../define/ResourceAccess.js';
import { candidateIds } from './candidateIds.js';
import { createDeadline } from './createDeadline.js';
import { indexConditions } from './indexConditions.js';
import { indexedPage } from './indexedPage.js';
import { indexOrder } from './indexOrder.js';
import { namedIds } from './namedIds.js';
import { namedPage } from './namedPage.js';
import type { ParsedQuery } from './parseQueryParameters.js';
import type { Page, QueryRun } from './QueryRun.js';
import type { QueryScope } from './QueryScope.js';
import { sortedPage } from './sortedPage.js';
import { walkedPage } from './walkedPage.js';

const pageOf = async (run: QueryRun): Promise<Page> => {
  const { query, conditions, resourceType } = run;
  if (conditions.named !== undefined) {
    const ids = await namedIds(run, conditions.named);
    return ids.length <= 1 ? namedPage(run, ids[0]) : sortedPage(run, [ids]);
  }
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
