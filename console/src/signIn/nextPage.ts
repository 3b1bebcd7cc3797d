/**
 * Returns the page that the address requests after the sign-in, such as `/console?next=/openapi`: only pages of this
 * server outside of the console, since a link on another site may contain any address.
 */
export const nextPage = (search: string): string | undefined => {
  const next = new URLSearchParams(search).get('next');
  if (next === null || !URL.canParse(next, location.origin)) return undefined;
  const { origin, pathname, href } = new URL(next, location.origin);
  return origin === location.origin && pathname.split('/')[1] !== 'console' ? href : undefined;
};
