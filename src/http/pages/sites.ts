import { AssetSite } from './AssetSite.js';
import { version } from '../../base/config/packageFile.js';
import { type OutgoingResponse, type RequestHead, prefersMediaType } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { BuiltFiles } from './BuiltFiles.js';

/** The documentation of this version as text, which the page at `/` links to. */
export const docsSite = new AssetSite({
  folder: '../docs',
  modules: [
    'architecture.md',
    'compatibility.md',
    'faq.md',
    'migrating.md',
    'operations.md',
    'packages.md',
    'performance.md',
    'programs.md',
    'reference/authorization.md',
    'reference/cli.md',
    'reference/configuration.md',
    'reference/glossary.md',
    'reference/hosted-api.md',
    'reference/mistakes.md',
    'reference/monitoring.md',
    'reference/tested-programs.md',
    'reference/threats.md',
    'releases.md',
    'scaling.md',
    'security.md',
  ],
});

/**
 * The pages at `/graphiql` and `/orders/indexer/graphiql`. They load nothing from other hosts, which their policy
 * enforces. The URLs of their scripts and styles contain a digest, so that browsers may cache them for a year.
 */
export const graphiqlSite = new AssetSite({
  folder: 'graphiql',
  pages: {
    graphiql: { file: 'index.html', cacheControl: 'no-cache' },
    // The URL may have held a token: no cache stores the page.
    indexerGraphiql: { file: 'indexer.html', cacheControl: 'no-store' },
  },
  assets: ['page.js', 'page.css'],
  packageAssets: {
    'react.js': ['react', 'umd/react.production.min.js'],
    'react-dom.js': ['react-dom', 'umd/react-dom.production.min.js'],
    'graphiql.js': ['graphiql', '../graphiql.min.js'],
    'graphiql.css': ['graphiql', '../graphiql.min.css'],
  },
});

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
      jobs: '/console/{projectKey}/-/jobs',
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

/** Serves the API reference, which shows the API description (docs/decisions/api-description.md). */
export const openapiSite = new AssetSite({
  folder: 'openapi',
  pages: { openapiPage: { file: 'index.html', cacheControl: 'no-cache' } },
  modules: ['reference.js', 'operationList.js', 'reference.css'],
  packageAssets: {
    'swagger-ui.js': ['swagger-ui-dist', 'swagger-ui-bundle.js'],
    'swagger-ui.css': ['swagger-ui-dist', 'swagger-ui.css'],
  },
});

/** Made of the declarations by src/http/openapi/describeFiles.ts. */
const files = new BuiltFiles('openapi');

type Head = Pick<RequestHead, 'ifNoneMatch'>;

export const respondDescription = (head: Head): Promise<OutgoingResponse> => files.respond('openapi.json', head);

export const respondPart = (
  name: string,
  head: Pick<RequestHead, 'ifNoneMatch' | 'acceptEncoding'>,
): Promise<OutgoingResponse> => files.respond(`parts/${name}.json`, head);

export const respondTag = (name: string, head: Head): Promise<OutgoingResponse> =>
  files.respond(`tags/${name}.json`, head);

/** The header, the session and the styles of all pages, at `/-/`. */
export const sharedSite = new AssetSite({
  folder: 'shared',
  modules: ['header.js', 'signIn.js', 'session.js', 'dom.js', 'header.css', 'page.css'],
});

/** The answer to plain HTTP where the service uses TLS (GEN018). */
export const httpsOnlyPage: OutgoingResponse = {
  status: 404,
  body:
    '<!doctype html>\n<html lang="en">\n<title>404 Not Found</title>\n<h1>404 Not Found</h1>\n' +
    '<p>This service is reached over HTTPS only.</p>\n</html>\n',
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  isOverPlainHttp: true,
};
