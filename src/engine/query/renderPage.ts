import { limits } from '../../base/config/limits.js';
import type { ResponseSources } from '../define/ResponseSources.js';
import type { Engine } from '../Engine.js';
import { expandResults, type neededMembers } from '../references/expandReferences.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import type { ParsedQuery } from './parseQueryParameters.js';
import type { Page } from './pageBodies.js';

const comma = 0x2c;
/** The text after the results. */
const pageTail = ']}';

/** The total that the response shows; undefined where the query does not ask for it. */
export const shownTotal = (
  { withTotal, predicate }: Pick<ParsedQuery, 'withTotal' | 'predicate'>,
  { total }: Page,
): number | undefined => {
  if (!withTotal || total === undefined) return undefined;
  return predicate === undefined ? total : Math.min(total, limits.queryTotalMax);
};

type PageQuery = Pick<ParsedQuery, 'limit' | 'offset' | 'withTotal' | 'predicate'>;

/** Returns the text before the results. */
const pageHead = (query: PageQuery, page: Page, count = page.bodies.length): string => {
  const { limit, offset } = query;
  const total = shownTotal(query, page);
  return `{"limit":${limit},"offset":${offset},"count":${count}${total === undefined ? '' : `,"total":${total}`},"results":[`;
};

/** The wire form of a page (GEN041): the resources are the stored bytes. */
export const renderPage = (query: PageQuery, page: Page): Buffer => {
  const { bodies } = page;
  const head = pageHead(query, page);
  const length = bodies.reduce((sum, body) => sum + body.length + 1, head.length + pageTail.length);
  const bytes = Buffer.allocUnsafe(bodies.length === 0 ? length : length - 1);
  let at = bytes.write(head, 'latin1');
  bodies.forEach((body, index) => {
    if (index > 0) bytes[at++] = comma;
    at += body.copy(bytes, at);
  });
  bytes.write(pageTail, at, 'latin1');
  return bytes;
};

/** The wire form of a page whose results were made of its bodies. */
export const renderTexts = (query: PageQuery, page: Page, results: readonly string[]): string =>
  `${pageHead(query, page, results.length)}${results.join(',')}${pageTail}`;

/** The bytes of a page, with the references expanded that the request asks for. */
export const renderExpandedPage = async (
  engine: Engine,
  request: ResourceRequest,
  query: PageQuery,
  page: Page,
  needed?: ReturnType<typeof neededMembers>,
  sources?: ResponseSources,
): Promise<Buffer | string> => {
  const results = await expandResults(engine, request, page.bodies, needed, sources);
  return results === undefined ? renderPage(query, page) : renderTexts(query, page, results);
};
