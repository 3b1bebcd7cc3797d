/**
 * The kinds of values that a setting may have: how the text of an environment variable is read, and what is allowed.
 */
import { isIP } from 'node:net';
import { parseRedisUrl, redactPassword } from './redisUrl.js';

/** A range of IP addresses of one setting, such as `10.0.0.0/8`. */
export interface AddressRange {
  readonly network: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const loopbackRanges: readonly AddressRange[] = [
  { network: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { network: '::1', prefix: 128, family: 'ipv6' },
];

/** Reads `10.0.0.0/8`, `fd00::/8`, a single address, or `loopback`; undefined for other text. */
const parseRange = (text: string): readonly AddressRange[] | undefined => {
  if (text === 'loopback') return loopbackRanges;
  const [network = '', prefixText, ...more] = text.split('/');
  const version = isIP(network);
  if (version === 0 || network.includes('%') || more.length > 0) return undefined;
  const prefixMax = version === 4 ? 32 : 128;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return undefined;
  const prefix = prefixText === undefined ? prefixMax : Number(prefixText);
  return prefix > prefixMax ? undefined : [{ network, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }];
};

/** Reads ranges with commas between them; undefined where one of them is wrong. */
export const parseAddressRanges = (text: string): readonly AddressRange[] | undefined => {
  const words = text.split(',').map(word => word.trim());
  const ranges = words.filter(word => word !== '').map(parseRange);
  return ranges.includes(undefined) ? undefined : ranges.flatMap(range => range ?? []);
};

/** Prints a range as `10.0.0.0/8`. */
export const printAddressRange = ({ network, prefix }: AddressRange): string => `${network}/${prefix}`;

interface ValueKind<Value> {
  /** Completes the sentence "allowed is …" of messages and docs. */
  readonly allowed: string;
  /** Returns undefined for text that is not allowed; may throw an Error that says what is wrong. */
  readonly parse: (text: string) => Value | undefined;
  /** Prints the text for messages where it may hold a password. */
  readonly print?: (text: string) => string;
}

const anyText: ValueKind<string> = { allowed: 'any text', parse: text => text };

const flag: ValueKind<boolean> = {
  allowed: 'true or false',
  parse: text => (text === 'true' || text === 'false' ? text === 'true' : undefined),
};

/** A flag that names what is there instead of `true`, where it makes a difference. */
const flagOr = <const Name extends string>(...names: readonly Name[]): ValueKind<boolean | Name> => ({
  allowed: `true, false or ${names.join(' or ')}`,
  parse: text => flag.parse(text) ?? names.find(name => name === text),
});

const number = (minimum: number, maximum: number): ValueKind<number> => ({
  allowed: `a number from ${minimum} to ${maximum}`,
  parse: text => {
    const value = Number(text);
    return value >= minimum && value <= maximum ? value : undefined;
  },
});

const integer = (minimum: number, maximum: number): ValueKind<number> => ({
  allowed: `an integer from ${minimum} to ${maximum}`,
  parse: text => {
    const value = number(minimum, maximum).parse(text);
    return Number.isInteger(value) ? value : undefined;
  },
});

const oneOf = <const Choice extends string>(...choices: readonly Choice[]): ValueKind<Choice> => ({
  allowed: `one of ${choices.join(', ')}`,
  parse: text => choices.find(choice => choice === text),
});

/** `allowed` explains the pattern in words. */
const matching = (pattern: RegExp, allowed: string): ValueKind<string> => ({
  allowed,
  parse: text => (pattern.test(text) ? text : undefined),
});

const hostNamePattern = matching(
  /^[A-Za-z0-9.:, [\]-]*$/,
  'host names or addresses with commas between them, such as api.example.com,localhost:8080',
);

/** Host names in lower case; empty means any. */
const hostNames: ValueKind<readonly string[]> = {
  allowed: hostNamePattern.allowed,
  parse: text =>
    hostNamePattern
      .parse(text)
      ?.split(',')
      .map(name => name.trim().toLowerCase())
      .filter(name => name !== ''),
};

/** An origin in the form in which browsers send it; undefined for other text. */
const toOrigin = (text: string): string | undefined => {
  if (text === '*' || text === 'loopback') return text;
  if (text.includes('*') || !URL.canParse(text)) return undefined;
  const { protocol, host, origin, href } = new URL(text);
  if (host === '' || ![`${protocol}//${host}`, `${protocol}//${host}/`].includes(href)) return undefined;
  // Apps in a web view have schemes of their own, such as capacitor://localhost.
  return origin === 'null' ? `${protocol}//${host}` : origin;
};

/** Origins of pages; `*` stands for all, and `loopback` for those of the machine itself. */
const origins: ValueKind<readonly string[]> = {
  allowed: '*, or origins such as https://shop.example.com, and loopback, separated by commas',
  parse: text => {
    const words = text.split(',').map(each => each.trim());
    const given = words.filter(each => each !== '').map(toOrigin);
    const isWrong = given.includes(undefined) || (given.length > 1 && given.includes('*'));
    return isWrong ? undefined : given.filter(each => each !== undefined);
  },
  print: text => text.replace(/\/\/[^@/]*@/g, '//***@'),
};

const redisUrl: ValueKind<string> = {
  allowed: 'redis://…, rediss://…, unix:///path, redis-cluster://host:port,… or rediss-cluster://host:port,…',
  parse: text => {
    parseRedisUrl(text);
    return text;
  },
  print: redactPassword,
};

const addressRanges: ValueKind<readonly AddressRange[]> = {
  allowed: 'loopback, addresses, and ranges such as 10.0.0.0/8, separated by commas',
  parse: parseAddressRanges,
};

export const valueKinds = {
  anyText,
  flag,
  flagOr,
  number,
  integer,
  oneOf,
  matching,
  hostNames,
  origins,
  redisUrl,
  addressRanges,
};

/** One setting of a server (settings.ts). */
export interface Setting<Value = unknown> {
  /** Name of the environment variable. */
  readonly variable: string;
  readonly kind: ValueKind<Value>;
  readonly defaultValue: Value;
  /** One line of help. */
  readonly text: string;
  /** Messages show only the length of a secret. */
  readonly isSecret?: boolean;
  /** The default as help and docs print it, where it depends on the machine. */
  readonly defaultText?: string;
}

export const setting = <Value>(
  variable: string,
  kind: ValueKind<Value>,
  defaultValue: NoInfer<Value>,
  text: string,
  more: Pick<Setting, 'isSecret' | 'defaultText'> = {},
): Setting<Value> => ({ variable, kind, defaultValue, text, ...more });

/** Tells what is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/** The Redis of the address cannot be used; the kinds are those of base/redis/diagnosis/RedisFault.ts. */
export class RedisUnreachableError extends ConfigError {
  constructor(
    problem: string,
    readonly kind: 'configuration' | 'unreachable' | 'temporary',
  ) {
    super([problem]);
  }
}
