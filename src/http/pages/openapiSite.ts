import { AssetSite } from './AssetSite.js';

/** The API reference at `/openapi`. It shows the parts of the description (docs/decisions/api-reference.md). */
export const openapiSite = new AssetSite({
  folder: 'openapi',
  pages: { openapiPage: { file: 'index.html', cacheControl: 'no-cache' } },
  modules: [
    'reference.js',
    'operationList.js',
    'operationView.js',
    'requestForm.js',
    'request.js',
    'responseView.js',
    'schemaView.js',
    'exampleOf.js',
    'texts.js',
    'parts.js',
    'reference.css',
  ],
});
