import { version } from '../../config/version.js';
import type { OutgoingResponse, RequestHead } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { AssetSite } from './AssetSite.js';
import { prefersMediaType } from '../exchange/mediaTypes.js';

/** The page at `/` and its files. */
export const homeSite = new AssetSite({
  folder: 'home',
  pages: { home: { file: 'index.html', cacheControl: 'no-cache' } },
  modules: ['home.js', 'home.css'],
});

/** The same path has two forms, which caches keep apart. */
const varyByAccept = ['Vary', 'Accept'] as const;

const description: OutgoingResponse = {
  status: 200,
  body: JSON.stringify({
    name: 'Quayside',
    version,
    links: {
      apiReference: '/openapi',
      apiDescription: '/openapi.json',
      graphiql: '/{projectKey}/graphiql',
      jobs: '/{projectKey}/jobs',
      token: '/oauth/token',
      health: '/healthz',
      readiness: '/readyz',
    },
  }),
  headers: [['Cache-Control', 'no-cache'], varyByAccept],
};

/** Answers `/`: a page for people, and JSON for programs. It names no project, because it is public. */
export const respondHome = async (
  match: RouteMatch,
  head: Pick<RequestHead, 'accept' | 'ifNoneMatch'>,
): Promise<OutgoingResponse> => {
  if (!prefersMediaType(head.accept, 'text/html')) return description;
  const page = await homeSite.respond(match, head);
  return {
    ...page,
    body: page.body.toString().replace('@version@', version),
    headers: [...(page.headers ?? []), varyByAccept],
  };
};
