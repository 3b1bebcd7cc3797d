import { limits } from '../../config/limits.js';
import type { ParsedQuery } from './parseQueryParameters.js';
import type { Page } from './QueryRun.js';

const comma = 0x2c;
const tail = ']}';

/** The total that the response shows; undefined where the query does not ask for it. */
export const shownTotal = ({ withTotal, predicate }: ParsedQuery, { total }: Page): number | undefined => {
  if (!withTotal || total === undefined) return undefined;
  return predicate === undefined ? total : Math.min(total, limits.queryTotalMax);
};

/** The wire form of a page (GEN041): the resources are the stored bytes. */
export const renderPage = (query: ParsedQuery, page: Page): Buffer => {
  const { limit, offset } = query;
  const { bodies } = page;
  const total = shownTotal(query, page);
  const head = `{"limit":${limit},"offset":${offset},"count":${bodies.length}${total === undefined ? '' : `,"total":${total}`},"results":[`;
  const length = bodies.reduce((sum, body) => sum + body.length + 1, head.length + tail.length);
  const bytes = Buffer.allocUnsafe(bodies.length === 0 ? length : length - 1);
  let at = bytes.write(head, 'latin1');
  bodies.forEach((body, index) => {
    if (index > 0) bytes[at++] = comma;
    at += body.copy(bytes, at);
  });
  bytes.write(tail, at, 'latin1');
  return bytes;
};
