/**
 * The cookie of a session. Scripts cannot read it, and a browser does not send it with requests of other sites. With
 * HTTPS its name has a prefix with which browsers refuse cookies of other hosts and of plain HTTP.
 */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-quayside-session' : 'quayside-session');

const setCookie = (isSecure: boolean, value: string, attributes = ''): readonly [string, string] => [
  'Set-Cookie',
  `${nameOf(isSecure)}=${value}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}${attributes}`,
];

/** The headers that begin and end a session in a browser. */
export const sessionStart = (isSecure: boolean, token: string): readonly [string, string] => setCookie(isSecure, token);
export const sessionEnd = (isSecure: boolean): readonly [string, string] => setCookie(isSecure, '', '; Max-Age=0');

const tokenPattern = /^[A-Za-z0-9_-]{32}$/;

export const sessionTokenIn = (header: string, isSecure: boolean): string | undefined => {
  const prefix = `${nameOf(isSecure)}=`;
  const cookie = header
    .split(';')
    .map(each => each.trim())
    .find(each => each.startsWith(prefix));
  const token = cookie?.slice(prefix.length) ?? '';
  return tokenPattern.test(token) ? token : undefined;
};
