import type { ResourceAccess } from '../define/ResourceAccess.js';
import { createDeadline } from './createDeadline.js';
import { indexedPage } from './indexedPage.js';
import { namedIds } from './namedIds.js';
import { namedPage, type ReadBody } from './namedPage.js';
import type { StoredPagePlan } from './planStoredPage.js';
import { renderPage } from './renderPage.js';
import type { Page, QueryRun } from './QueryRun.js';

const readPage = async (run: QueryRun, { order }: StoredPagePlan, readBody: ReadBody): Promise<Page | undefined> => {
  const { named } = run.conditions;
  if (named === undefined) return order && indexedPage(run, order);
  const [id] = await namedIds(run, named);
  return namedPage(run, id, readBody);
};

/**
 * The bytes of a page in its wire form. Undefined if resources were written meanwhile, so that only a look at all
 * candidates can tell.
 */
export const readStoredPage = async (
  { store, queryTimeoutMs }: Pick<ResourceAccess, 'store' | 'queryTimeoutMs'>,
  projectKey: string,
  plan: StoredPagePlan,
  readBody: ReadBody,
): Promise<Buffer | undefined> => {
  const { resourceType, query, conditions } = plan;
  const assertInTime = createDeadline(queryTimeoutMs);
  const run = { store, projectKey, resourceType, query, conditions, assertInTime };
  const page = await readPage(run, plan, readBody);
  return page && renderPage(query, page);
};
