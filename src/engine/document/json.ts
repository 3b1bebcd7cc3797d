import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
  space,
} from '../../store/jsonPunctuation.js';
import { limits } from '../../base/config/limits.js';
import { isAscii } from 'node:buffer';
import { ApiError, fail, invalidInput } from '../../base/errors/ApiError.js';
import { inexactNumberIn, inexactNumberMessage } from './inexactNumber.js';

/* Counts what a JSON text holds without parsing it, which takes up to a hundred times longer. */

/** A text has no more members and elements than half of its bytes: the shortest is `0,`. */
const mayHoldMore = (json: Uint8Array, valuesMax: number): boolean => json.length > 2 * valuesMax;

/**
 * Counts the members and elements at all levels of a JSON text; repeated members count each time. There is one for each
 * comma outside of texts, and one more in every list and object that is not empty. For a text that is not JSON the
 * count has no meaning.
 */
export const countValues = (json: Uint8Array): number => {
  let count = 0;
  /** True if only white space came since the last opening bracket. */
  let isOpen = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte <= space) continue;
    if (isOpen) {
      isOpen = false;
      if (byte !== closeBrace && byte !== closeBracket) count++;
    }
    if (byte === quote) {
      for (at++; at < json.length && json[at] !== quote; at++) if (json[at] === backslash) at++;
    } else if (byte === comma) count++;
    else if (byte === openBrace || byte === openBracket) isOpen = true;
  }
  return count;
};

type Json = Record<string, unknown> | unknown[];

const tooDeep = (depthMax: number) =>
  fail('InvalidJsonInput', { message: `The request body is nested deeper than ${depthMax} levels.` });

/** Refuses numbers such as `1e400`, which is read as Infinity and would be stored as null. */
const assertFinite = (name: string, value: unknown): void => {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw fail('InvalidJsonInput', {
      message: `Malformed field '${name}': expected numbers up to ±${Number.MAX_VALUE}, got a larger one.`,
    });
};

/** Removes null members, which mean the same as absent ones. */
const dropNulls = (value: Json, depth: number, depthMax: number, within = ''): void => {
  if (depth > depthMax) throw tooDeep(depthMax);
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'object' && item !== null) dropNulls(item as Json, depth + 1, depthMax, within);
      else assertFinite(within, item);
    }
    return;
  }
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === null) delete value[name];
    else if (typeof member === 'object') dropNulls(member as Json, depth + 1, depthMax, name);
    else assertFinite(name, member);
  }
};

/** Checks JSON that becomes part of a body, `depth` levels deep, as a body is checked; drops its nulls. */
export const assertJsonValue = (name: string, value: unknown, depth = 1): void => {
  if (typeof value === 'object' && value !== null) dropNulls(value as Json, depth, limits.bodyLevelsMax, name);
  else assertFinite(name, value);
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 and refuses malformed bytes; most bodies are ASCII, which takes less time. */
export const decodeText = (body: Uint8Array): string =>
  isAscii(body) ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1') : utf8.decode(body);

const [highSurrogateMin, lowSurrogateMin, lowSurrogateMax] = [0xd800, 0xdc00, 0xdfff];

/** The code unit that an escape `\uXXXX` at a position stands for; 0 where there is another escape or none. */
const codeUnitAt = (json: string, at: number): number =>
  json.charCodeAt(at) === backslash && json[at + 1] === 'u' ? Number.parseInt(json.slice(at + 2, at + 6), 16) : 0;

const isLowSurrogate = (unit: number): boolean => unit >= lowSurrogateMin && unit <= lowSurrogateMax;

/**
 * Tells whether a valid JSON text without raw half surrogate pairs has one as an escape. It reads each character once:
 * a reviver of JSON.parse would be called for every value.
 */
const hasHalfSurrogatePair = (json: string): boolean => {
  for (let at = json.indexOf('\\'); at >= 0 && at < json.length; at++) {
    if (json.charCodeAt(at) !== backslash) continue;
    const unit = codeUnitAt(json, at);
    if (unit < highSurrogateMin || unit > lowSurrogateMax) at++;
    else if (isLowSurrogate(unit) || !isLowSurrogate(codeUnitAt(json, at + 6))) return true;
    else at += 11;
  }
  return false;
};

/** The name that JavaScript takes for the prototype of an object: a copy of the object would lose the member. */
const prototypeName = '__proto__';

const hasPrototypeMember = (value: unknown): boolean => {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const each = pending.pop();
    if (typeof each !== 'object' || each === null) continue;
    if (Object.hasOwn(each, prototypeName)) return true;
    for (const member of Object.values(each)) pending.push(member);
  }
  return false;
};

const refusal = (message: string, detail?: string): ApiError =>
  fail('InvalidJsonInput', { message, detailedErrorMessage: detail });

/**
 * Parses JSON that becomes a part of resources, and refuses values that would change when stored
 * (docs/decisions/json.md): half surrogate pairs, which have no UTF-8, so that different ones would be the same key of
 * the store; members named `__proto__`; numbers that would be rounded. Throws a SyntaxError for a text that is no JSON.
 * Half pairs are escapes, since `json` comes from UTF-8.
 */
export const parseJson = (json: string): unknown => {
  const value: unknown = JSON.parse(json);
  const hasEscapes = json.includes('\\u');
  if (hasEscapes && hasHalfSurrogatePair(json)) throw new SyntaxError('A text holds half of a surrogate pair.');
  if ((hasEscapes || json.includes(prototypeName)) && hasPrototypeMember(value))
    throw refusal(`Malformed field '${prototypeName}': expected another name of the member.`);
  const inexact = inexactNumberIn(json);
  if (inexact !== undefined) throw refusal(inexactNumberMessage(inexact));
  return value;
};

/** The members and elements that a body may have: fewer below `/me`, where anonymous visitors may send it. */
export const valuesMaxOf = ({ own }: { readonly own?: boolean }): number =>
  own === true ? limits.visitorBodyValuesMax : limits.bodyValuesMax;

/** Refuses a body that would take long to parse and to check, before either begins. */
const assertFewValues = (body: Uint8Array, valuesMax: number): void => {
  if (!mayHoldMore(body, valuesMax)) return;
  const count = countValues(body);
  if (count > valuesMax)
    throw invalidInput(`The request body has ${count} members and elements, expected at most ${valuesMax}.`);
};

/** Parses a request body into an object; anything else is InvalidJsonInput (ERR080). */
export const readJson = (body: Uint8Array, valuesMax: number = limits.bodyValuesMax): Record<string, unknown> => {
  assertFewValues(body, valuesMax);
  let value: unknown;
  try {
    value = parseJson(decodeText(body));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw refusal('Request body does not contain valid JSON.', (error as Error).message);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fail('InvalidJsonInput', {
      message: `Expected a JSON object as the request body, got ${describeJson(value)}.`,
    });
  return value as Record<string, unknown>;
};

/** Parses a request body into an object without nulls, and refuses one that is nested too deep. */
export const readJsonObject = (
  body: Uint8Array,
  depthMax: number = limits.bodyLevelsMax,
  valuesMax: number = limits.bodyValuesMax,
): Record<string, unknown> => {
  const value = readJson(body, valuesMax);
  dropNulls(value, 1, depthMax);
  return value;
};

/** The JSON type of a value, with its article, as messages name it: `an array`. */
export const describeJson = (value: unknown): string => {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  return (
    { object: 'an object', string: 'a string', boolean: 'a boolean' }[typeof value as string] ??
    // Where an integer is expected, only the value tells what is wrong.
    (typeof value === 'number' ? `the number ${value}` : typeof value)
  );
};

/** Tells whether a value is there: null means the same as an absent member. */
export const isPresent = <T>(value: T): value is NonNullable<T> => value !== undefined && value !== null;

/** Tells whether a value is a JSON object; an array is none. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member under which an unchanged view offers its stored text, so that it is not parsed to be written again. */
export const storedText = Symbol('stored text');

/** Longer texts are left to JSON.stringify, which looks at each character once. */
const shortText = 256;

/** Matches texts that JSON writes as they are: ASCII without quotes, backslashes and control characters. */
const plainText = /^[ !#-[\]-~]*$/;

/**
 * A value's JSON; undefined for a value that JSON leaves out. Short texts and numbers take half of JSON.stringify's
 * time.
 */
export const toJsonText = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value.length <= shortText && plainText.test(value)) return `"${value}"`;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return (
    (typeof value === 'object' && value !== null && (value as { [storedText]?: string })[storedText]) ||
    JSON.stringify(value)
  );
};
