import { AssetSite } from './AssetSite.js';

/** The documentation of this version as text, which the page at `/` links to. */
export const docsSite = new AssetSite({
  folder: '../docs',
  modules: [
    'architecture.md',
    'authorization.md',
    'cli.md',
    'compatibility.md',
    'configuration.md',
    'faq.md',
    'glossary.md',
    'migrating.md',
    'operations.md',
    'performance.md',
    'scaling.md',
    'security.md',
  ],
});
