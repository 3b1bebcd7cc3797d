import { AssetSite } from './AssetSite.js';

/** The header, the form to sign in and the styles of all pages, at `/-/`. */
export const sharedSite = new AssetSite({
  folder: 'shared',
  modules: ['header.js', 'signIn.js', 'requestToken.js', 'session.js', 'dom.js', 'header.css', 'page.css'],
});
