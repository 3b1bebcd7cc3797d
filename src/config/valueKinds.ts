/**
 * The kinds of values that a setting may have: how the text of an environment variable is read, and what is allowed.
 */
import { parseRedisUrl } from './redisUrl.js';

export interface ValueKind<Value> {
  /** Completes the sentence "allowed is …" of messages and docs. */
  readonly allowed: string;
  /** Returns undefined for text that is not allowed; may throw an Error that says what is wrong. */
  readonly parse: (text: string) => Value | undefined;
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

const matching = (pattern: RegExp): ValueKind<string> => ({
  allowed: `text that matches ${pattern.source.replaceAll('\\/', '/')}`,
  parse: text => (pattern.test(text) ? text : undefined),
});

const hostNamePattern = matching(/^[A-Za-z0-9.:, [\]-]*$/);

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

const redisUrlPattern = /^(rediss?:\/\/.+|unix:\/\/\/.+|redis-cluster:\/\/.+)$/;

const redisUrl: ValueKind<string> = {
  allowed: 'redis://…, rediss://…, unix:///path or redis-cluster://host:port,…',
  parse: text => {
    if (!redisUrlPattern.test(text)) return undefined;
    parseRedisUrl(text);
    return text;
  },
};

export const valueKinds = { anyText, flag, number, integer, oneOf, matching, hostNames, redisUrl };
