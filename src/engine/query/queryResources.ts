import { limits } from '../../config/limits.js';
import type { Engine } from '../Engine.js';
import { expandableBytesMax, expandReferences } from '../references/expandReferences.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { type ParsedQuery, parseQueryParameters } from './parseQueryParameters.js';
import type { Page } from './QueryRun.js';
import { runQuery } from './runQuery.js';
import { visibilityConditions } from './visibilityConditions.js';

const comma = Buffer.from(',');

/** The total that the response shows; undefined where the query does not ask for it. */
export const shownTotal = ({ withTotal, predicate }: ParsedQuery, { total }: Page): number | undefined => {
  if (!withTotal || total === undefined) return undefined;
  return predicate === undefined ? total : Math.min(total, limits.queryTotalMax);
};

/** The wire form of a page (GEN041): the resources are the stored bytes. */
const renderPage = (query: ParsedQuery, page: Page): Buffer => {
  const { limit, offset } = query;
  const { bodies } = page;
  const total = shownTotal(query, page);
  const head = `{"limit":${limit},"offset":${offset},"count":${bodies.length}${total === undefined ? '' : `,"total":${total}`},"results":[`;
  return Buffer.concat([
    Buffer.from(head),
    ...bodies.flatMap((body, index) => (index === 0 ? [body] : [comma, body])),
    Buffer.from(']}'),
  ]);
};

/** GET on a collection: a page of the resources that match (GEN041 to GEN063). Runs in a worker, in bounded steps. */
export const queryResources = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const query = parseQueryParameters(request.query, visibilityConditions(request));
  const page = renderPage(query, await runQuery(engine, request, query));
  return {
    status: 200,
    body: page.length <= expandableBytesMax ? await expandReferences(engine, request, page) : page,
  };
};
