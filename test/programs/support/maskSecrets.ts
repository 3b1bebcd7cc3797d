/** Replaces secrets in the text of a request or an answer, so that a log can be shown to others. */

const mask = '***';

/** Members, form fields and parameters that hold a secret. */
const secretNames = [
  'access_token',
  'accessToken',
  'api_key',
  'client_secret',
  'clientSecret',
  'currentPassword',
  'newPassword',
  'password',
  'refresh_token',
  'refreshToken',
  'secret',
  'token',
  'tokenValue',
].join('|');

/** Matches JSON, also inside a text of JSON, and arguments of GraphQL: `"password":"…"`, `password: \"…\"`. */
const quoted = new RegExp(`(\\b(?:${secretNames})\\b\\\\?"?\\s*:\\s*)(\\\\?")(?:(?!\\2)(?:\\\\.|[^\\\\]))*\\2`, 'g');
/** Matches forms and queries: `password=…&`. */
const encoded = new RegExp(`(^|[?&\\s])(${secretNames}|(?:password|email)-token)=[^&\\s]*`, 'g');
/** Matches paths: `/customers/password-token=…`. */
const inPath = /(\/(?:password|email)-token=)[^/?\s]+/g;
const credentials = /\b(Bearer|Basic) [\w.~+/=-]+/g;

export const maskSecrets = (text: string): string =>
  text
    .replace(quoted, `$1$2${mask}$2`)
    .replace(encoded, `$1$2=${mask}`)
    .replace(inPath, `$1${mask}`)
    .replace(credentials, `$1 ${mask}`);
