import { AssetSite } from './AssetSite.js';

/** The header, the session and the styles of all pages, at `/-/`. */
export const sharedSite = new AssetSite({
  folder: 'shared',
  modules: ['header.js', 'signIn.js', 'session.js', 'dom.js', 'header.css', 'page.css'],
});
