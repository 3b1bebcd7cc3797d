/**
 * The pages at `/graphiql` and `/orders/indexer/graphiql` with all that they need, from this server alone: nothing is asked of another host, and the policy
 * that goes out with it says so. Addresses of its parts hold a digest of them, so that they may be kept for good.
 */
import type { OutgoingResponse } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { createSite } from './AssetSite.js';

export { loadOnce } from './AssetSite.js';

/** Everything comes from here, and neither scripts nor styles stand in the page itself. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const site = createSite({
  folder: 'graphiql',
  policy,
  // By the verb of the page's route. The address of the indexer's may have held a token: no cache keeps it.
  pages: {
    graphiql: { name: 'index.html', caching: 'no-cache' },
    indexerGraphiql: { name: 'indexer.html', caching: 'no-store' },
  },
  own: ['page.js', 'page.css'],
  theirs: {
    'react.js': ['react', 'umd/react.production.min.js'],
    'react-dom.js': ['react-dom', 'umd/react-dom.production.min.js'],
    'graphiql.js': ['graphiql', '../graphiql.min.js'],
    'graphiql.css': ['graphiql', '../graphiql.min.css'],
  },
});

/** What answers the two pages and their parts, by the verb of the route. */
export const graphiqlPages: ReadonlyMap<string, (match: RouteMatch) => Promise<OutgoingResponse>> = new Map(
  ['graphiql', 'indexerGraphiql'].map(verb => [verb, site]),
);
