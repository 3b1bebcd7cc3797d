import { TimeSlice } from '../../shedding/TimeSlice.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import type { IndexedPath } from '../define/ResourceSchema.js';
import { parseUndamaged } from '../damagedResources.js';
import { showPublishedBody } from '../publishedView.js';
import { assertProjectNames } from './assertProjectNames.js';
import { findCandidates } from './findCandidates.js';
import { customFieldPaths } from './customFieldPaths.js';
import { indexConditions } from './indexConditions.js';
import { indexedPage } from './indexedPage.js';
import { indexOrder } from './indexOrder.js';
import { namedIds } from './namedIds.js';
import { namedPage } from './namedPage.js';
import type { ParsedQuery } from './parseQueryParameters.js';
import { QueryDeadline } from './QueryDeadline.js';
import type { Page, QueryRun } from './QueryRun.js';
import type { QueryScope } from './QueryScope.js';
import { sortedPage } from './sortedPage.js';
import { walkedPage } from './walkedPage.js';
import { withFieldIndexes } from './withFieldIndexes.js';

const pageOf = async (run: QueryRun): Promise<Page> => {
  const { query, conditions, resourceType } = run;
  if (conditions.named !== undefined) {
    const ids = await namedIds(run, conditions.named);
    return ids.length <= 1 ? namedPage(run, ids[0]) : sortedPage(run, [ids]);
  }
  const order = indexOrder(resourceType, query.sort);
  if (order === undefined) {
    const { chunks } = await findCandidates(run, conditions, { by: 'createdAt', direction: 'asc' });
    return sortedPage(run, chunks);
  }
  return (await indexedPage(run, order)) ?? walkedPage(run, (await findCandidates(run, conditions, order)).chunks);
};

const showPublishedPage = async (
  { resourceType: { published, typeId }, projectKey }: QueryScope,
  page: Page,
): Promise<Page> => {
  if (published === undefined) return page;
  const slice = new TimeSlice(projectKey);
  const bodies: Buffer[] = [];
  for (const body of page.bodies) {
    await slice.pause();
    const shown = parseUndamaged(projectKey, typeId, body, each => showPublishedBody(published, each));
    if (shown !== undefined) bodies.push(shown);
  }
  return { ...page, bodies };
};

/** Finds the page that a query asks for, as bytes of resources that the request may see. */
export const runQuery = async (
  access: Pick<ResourceAccess, 'store' | 'resourceTypes' | 'queryTimeoutMs'>,
  { resourceType, projectKey, publishedOnly }: Omit<QueryScope, 'store'>,
  query: ParsedQuery,
  deadline = new QueryDeadline(access.queryTimeoutMs, projectKey),
): Promise<Page> => {
  const { store } = access;
  const scope: QueryScope = { store, projectKey, resourceType, publishedOnly };
  const { predicate, projectNames = [] } = query;
  deadline.assertInTime();
  if (projectNames.length > 0) await assertProjectNames(access, projectKey, projectNames);
  const run = (fieldIndexes?: ReadonlyMap<string, IndexedPath>): Promise<Page> =>
    pageOf(
      Object.assign({}, scope, { query, conditions: indexConditions(resourceType, predicate, fieldIndexes), deadline }),
    );
  const fieldPaths = predicate === undefined || !resourceType.hasCustomFields ? [] : customFieldPaths(predicate);
  const page = await (fieldPaths.length === 0 ? run() : ((await withFieldIndexes(scope, fieldPaths, run)) ?? run()));
  return publishedOnly === true ? showPublishedPage(scope, page) : page;
};
