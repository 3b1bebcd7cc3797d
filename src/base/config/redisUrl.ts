/**
 * The forms of REDIS_URL. User and password are percent-encoded, as in every URL, and apply to all nodes of a cluster:
 *
 *   redis://user:password@host:port                      rediss://          with TLS
 *   redis-cluster://user:password@host:port,host:port    rediss-cluster://  with TLS
 *   unix://user:password@/path
 *
 * An address that is not understood as a whole is refused: a part of it would connect without the password, or to
 * another place than its author meant.
 */
export interface RedisAddress {
  readonly kind: 'server' | 'unix' | 'cluster';
  readonly isTls: boolean;
  readonly username?: string;
  readonly password?: string;
  /** The path of a Unix socket; empty for the other kinds. */
  readonly path: string;
  /** A server has one node, a cluster any number, a socket none. */
  readonly nodes: readonly RedisNode[];
}

interface RedisNode {
  readonly host: string;
  readonly port: number;
}

const schemes: ReadonlyMap<string, Pick<RedisAddress, 'kind' | 'isTls'>> = new Map([
  ['redis', { kind: 'server', isTls: false }],
  ['rediss', { kind: 'server', isTls: true }],
  ['redis-cluster', { kind: 'cluster', isTls: false }],
  ['rediss-cluster', { kind: 'cluster', isTls: true }],
  ['unix', { kind: 'unix', isTls: false }],
]);

const redisPort = 6379;
const portMax = 65_535;

/** `scheme://authority/path?query#fragment` (RFC 3986, appendix B). */
const parts = /^(?:([^:/?#]*):\/\/)?([^/?#]*)([^?#]*)(.*)$/s;
const nodePattern = /^(\[[\d:.a-f]+\]|[^\s:[\]]*)(?::(.*))?$/is;

// No error repeats a piece of the address: any piece may be meant as a password.
const readNode = (text: string): RedisNode => {
  const [, host = '', port] = nodePattern.exec(text) ?? [];
  if (host === '') throw new Error('there is no host');
  const number = port === undefined ? redisPort : Number(port);
  if (!Number.isInteger(number) || number < 1 || number > portMax)
    throw new Error('the port is no number from 1 to 65535, or an IPv6 address has no brackets');
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("a '%' of a user or a password is written as %25");
  }
};

/** `text` is undefined for an address without credentials. */
const readCredentials = (text: string | undefined): Pick<RedisAddress, 'username' | 'password'> => {
  if (text === undefined) return {};
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (password === '') throw new Error("there is no password before '@'");
  return { ...(user === '' ? {} : { username: decode(user) }), password: decode(password) };
};

/** Splits `user:password@host:port`. */
const splitCredentials = (text: string): { readonly credentials: string | undefined; readonly node: string } => {
  const at = text.lastIndexOf('@');
  return { credentials: at === -1 ? undefined : text.slice(0, at), node: text.slice(at + 1) };
};

const readSocket = (
  authority: string,
  path: string,
): Pick<RedisAddress, 'username' | 'password' | 'path' | 'nodes'> => {
  const { credentials, node } = splitCredentials(authority);
  if (node !== '') throw new Error('a socket has no host');
  if (path === '') throw new Error('there is no path of a socket');
  return { ...readCredentials(credentials), path, nodes: [] };
};

const readNodes = (texts: readonly string[]): Pick<RedisAddress, 'username' | 'password' | 'path' | 'nodes'> => {
  const split = texts.map(splitCredentials);
  const [first, ...others] = split.map(({ credentials }) => credentials);
  if (!others.every(each => each === undefined) && !others.every(each => each === first))
    throw new Error("the nodes have different users or passwords, or a ',' of a password is not written as %2C");
  const nodes = split.map(({ node }, index) => {
    try {
      return readNode(node);
    } catch (error) {
      throw texts.length === 1 ? error : new Error(`node ${index + 1}: ${(error as Error).message}`);
    }
  });
  return { ...readCredentials(first), path: '', nodes };
};

const assertNoDatabase = (kind: RedisAddress['kind'], path: string): void => {
  if (path === '' || path === '/' || path === '/0') return;
  if (kind === 'cluster') throw new Error('a cluster has no path, and no database but 0');
  if (/^\/\d+$/.test(path)) throw new Error('the search module works in database 0 only');
  throw new Error('a server has no path');
};

/** Throws an Error that says what is wrong with the address. */
export const parseRedisUrl = (url: string): RedisAddress => {
  const [, scheme, authority = '', path = '', rest = ''] = parts.exec(url) ?? [];
  const kinds = schemes.get(scheme ?? '');
  if (kinds === undefined)
    throw new Error(scheme === undefined ? 'there is no scheme' : `the scheme '${scheme}' is unknown`);
  const { kind } = kinds;
  const isSocketPath = kind === 'unix' && (authority === '' || authority.endsWith('@'));
  if (!authority.includes('@') && !isSocketPath && `${path}${rest}`.includes('@'))
    throw new Error("a '/', '?' or '#' of a user or a password is written as %2F, %3F or %23");
  if (rest !== '') throw new Error('a query or a fragment is not understood');
  if (kind === 'unix') return { ...kinds, ...readSocket(authority, path) };
  assertNoDatabase(kind, path);
  return { ...kinds, ...readNodes(kind === 'cluster' ? authority.split(',') : [authority]) };
};

/**
 * Returns an address as messages and logs may show it: without user, password and query, even if it is malformed. A
 * port that is not a number may be the password of an address without a host.
 */
export const redactPassword = (url: string): string =>
  url
    .replace(/^(?!unix:\/\/\/)([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@')
    .replace(/[?#].*$/s, found => `${found[0]}***`)
    .replace(/:(?!\d*(?:[,/]|$))[^:/,@[\]]+(?=[,/]|$)/g, ':***');
