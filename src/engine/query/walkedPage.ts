import { limits } from '../../config/limits.js';
import { matchingChunks } from './matchingChunks.js';
import { memberReader } from './memberReader.js';
import { compileBodyFilter } from './predicate/compileBodyFilter.js';
import { PageBodies } from './PageBodies.js';
import type { Page, QueryRun } from './QueryRun.js';

/**
 * A page in the order of the candidates. The walk ends with the page, or with the total where the query asks for it.
 */
export const walkedPage = async (run: QueryRun, source: AsyncIterable<string[]>): Promise<Page> => {
  const {
    query: { predicate, offset, limit, withTotal },
  } = run;
  const filter = compileBodyFilter(predicate, memberReader(run));
  const page = new PageBodies();
  let total = 0;
  const enough = Math.max(withTotal ? limits.queryTotalMax : 0, offset + limit);
  for await (const ids of source) {
    for await (const matches of matchingChunks(run, ids, filter))
      for (const { body } of matches) {
        if (total >= offset && page.bodies.length < limit) page.push(body);
        total++;
      }
    if (total >= enough) break;
  }
  return { bodies: page.bodies, total: withTotal ? total : undefined };
};
