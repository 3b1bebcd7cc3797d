/**
 * The kinds of values that a setting may have: how the text of an environment variable is read, and what is allowed.
 */
import { type AddressRange, parseAddressRanges } from './addressRanges.js';
import { parseRedisUrl, redactPassword } from './redisUrl.js';

export interface ValueKind<Value> {
  /** Completes the sentence "allowed is …" of messages and docs. */
  readonly allowed: string;
  /** Returns undefined for text that is not allowed; may throw an Error that says what is wrong. */
  readonly parse: (text: string) => Value | undefined;
  /** The text as messages may show it, where it may hold a password. */
  readonly print?: (text: string) => string;
}

const anyText: ValueKind<string> = { allowed: 'any text', parse: text => text };

const flag: ValueKind<boolean> = {
  allowed: 'true or false',
  parse: text => (text === 'true' || text === 'false' ? text === 'true' : undefined),
};

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
  number,
  integer,
  oneOf,
  matching,
  hostNames,
  origins,
  redisUrl,
  addressRanges,
};
