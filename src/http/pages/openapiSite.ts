import { AssetSite } from './AssetSite.js';

/** Swagger UI sets styles of elements by script; scripts come from this server alone. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src data:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference at `/openapi`. */
export const openapiSite = new AssetSite({
  folder: 'openapi',
  policy,
  pages: { openapiPage: { file: 'index.html', cacheControl: 'no-cache' } },
  assets: ['page.js', 'page.css'],
  packageAssets: {
    'swagger-ui.js': ['swagger-ui-dist', 'swagger-ui-bundle.js'],
    'swagger-ui.css': ['swagger-ui-dist', 'swagger-ui.css'],
  },
});
