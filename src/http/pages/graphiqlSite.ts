import { AssetSite } from './AssetSite.js';

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
