/**
 * The page that the address asks for after the sign-in, such as `/console?next=/openapi`: only pages of this server
 * outside of the console, since a link of another site may have any address in it.
 */
export const nextPage = (search: string): string | undefined => {
  const next = new URLSearchParams(search).get('next');
  if (next === null || !URL.canParse(next, location.origin)) return undefined;
  const { origin, pathname, href } = new URL(next, location.origin);
  return origin === location.origin && pathname.split('/')[1] !== 'console' ? href : undefined;
};
