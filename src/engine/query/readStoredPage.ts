import type { ResourceAccess } from '../define/ResourceAccess.js';
import { indexedPage } from './indexedPage.js';
import { namedIds } from './namedIds.js';
import { namedPage, type ReadBody } from './namedPage.js';
import type { StoredPagePlan } from './planStoredPage.js';
import { QueryDeadline } from './QueryDeadline.js';
import { renderPage } from './renderPage.js';
import type { Page, QueryRun } from './QueryRun.js';

/** What bounds the memory of a stored page. */
interface StoredPageReader extends Pick<ResourceAccess, 'store' | 'queryTimeoutMs'> {
  /** Reads the only resource of a page. */
  readonly readBody: ReadBody;
  /** The bodies of a longer page together. */
  readonly pageBytesMax: number;
}

const readPage = async (run: QueryRun, { order }: StoredPagePlan, readBody: ReadBody): Promise<Page | undefined> => {
  const { named } = run.conditions;
  if (named === undefined) return order && indexedPage(run, order);
  const [id] = await namedIds(run, named);
  return namedPage(run, id, readBody);
};

/**
 * The bytes of a page in its wire form. Undefined if resources were written meanwhile, so that only a look at all
 * candidates can tell. Throws LongPageError.
 */
export const readStoredPage = async (
  { store, queryTimeoutMs, readBody, pageBytesMax }: StoredPageReader,
  projectKey: string,
  plan: StoredPagePlan,
): Promise<Buffer | undefined> => {
  const { resourceType, query, conditions } = plan;
  const deadline = new QueryDeadline(queryTimeoutMs, projectKey);
  const run = { store, projectKey, resourceType, query, conditions, deadline, pageBytesMax };
  const page = await readPage(run, plan, readBody);
  return page && renderPage(query, page);
};
