/* The sign-in at the console, which leads back to the page. */

/** Returns the address of the console's sign-in. `path` is the page that it leads to, by default this one. */
export const signInAddress = (path = `${location.pathname}${location.search}${location.hash}`) =>
  `/console?next=${encodeURIComponent(path)}`;

export const openSignIn = () => location.assign(signInAddress());
