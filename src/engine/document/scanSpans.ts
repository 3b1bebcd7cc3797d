/** Finds where members lie in a stored body's text, by its punctuation alone. */
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

/** A damaged text would otherwise be scanned without end. */
const endsTooSoon = (): SyntaxError => new SyntaxError('the stored text ends within a value');

/** The position behind the closing quote of the string that opens at `at`. Throws a SyntaxError where there is none. */
const skipString = (text: string, at: number): number => {
  let end = text.indexOf('"', at + 1);
  while (text.charCodeAt(end - 1) === backslash) {
    let slashes = 1;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) break;
    end = text.indexOf('"', end + 1);
  }
  if (end < 0) throw endsTooSoon();
  return end + 1;
};

/** The position behind the value that begins at `at`. Throws a SyntaxError where it does not end. */
const skipValue = (text: string, at: number): number => {
  const first = text.charCodeAt(at);
  if (first === quote) return skipString(text, at);
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) i = skipString(text, i) - 1;
    else if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) {
      if (depth === 0) return i;
      if (--depth === 0) return i + 1;
    } else if (code === comma && depth === 0) return i;
  }
  throw endsTooSoon();
};

/** Returns the position after the first `count` elements of an array's text, which has at least as many. */
export const elementEnd = (text: string, count: number): number => {
  let at = 1;
  for (let index = 0; index < count; index++) at = skipValue(text, index === 0 ? at : at + 1);
  return at;
};

/**
 * The places of the top-level members of a text, in its order: each begins with the quote of its name and ends one
 * before the next one's start; the last start is followed by the length of the text.
 */
export interface Spans {
  readonly names: readonly string[];
  readonly starts: readonly number[];
  /** The places of the members among declared ones, which composeBody.ts finds; empty where their order differs. */
  positions?: readonly number[];
  /** The declared names of `positions`: an order is composed from the body of a cart, which has other names. */
  positionsAmong?: readonly string[];
}

/** One copy of every member name: a slice of a text would keep the whole text in memory. */
const nameCopies = new Map<string, string>();

const memberName = (text: string, from: number, to: number): string => {
  const name = text.slice(from, to);
  const known = nameCopies.get(name);
  if (known !== undefined) return known;
  // As the key of an object it is the same text in memory as the declared name, so that a comparison reads no letters.
  const [copy = name] = Object.keys({ [Buffer.from(name, 'latin1').toString('latin1')]: true });
  nameCopies.set(copy, copy);
  return copy;
};

/**
 * Scans a stored text, whose members are those that its resource type declares: JSON without white space, but for the
 * spaces behind the last member of its head.
 */
export const scanSpans = (text: string): Spans => {
  const names: string[] = [];
  const starts: number[] = [];
  let at = 1;
  while (text.charCodeAt(at) === quote) {
    const nameEnd = skipString(text, at);
    names.push(memberName(text, at + 1, nameEnd - 1));
    starts.push(at);
    at = skipValue(text, nameEnd + 1);
    while (text.charCodeAt(at) === space) at++;
    at++;
  }
  starts.push(text.length);
  return { names, starts };
};

type Members = Record<string, unknown>;

/** A value of JSON without white space; a string of ASCII without escapes is read without the parser. */
const parseValue = (body: Buffer, text: string, from: number, to: number): unknown => {
  if (text.charCodeAt(from) === quote) {
    const inner = text.slice(from + 1, to - 1);
    // A copy: a slice of the text would keep the whole text in memory.
    if (plainText.test(inner)) return body.toString('latin1', from + 1, to - 1);
  }
  return JSON.parse(body.toString('utf8', from, to));
};

/** Matches ASCII without escapes. */
const plainText = /^[ !#-[\]-~]*$/;

/**
 * Parses some top-level members of a stored body, and skips the others. Its text is as scanSpans describes it; its
 * punctuation is the same in UTF-8 as with one character per byte. Ends as soon as all members are found.
 */
export const readMembers = (body: Buffer, wanted: ReadonlySet<string>): Members => {
  // Without a prototype any name is a member.
  const members = Object.create(null) as Members;
  if (wanted.size === 0) return members;
  const text = body.toString('latin1');
  let left = wanted.size;
  let at = 1;
  while (left > 0 && text.charCodeAt(at) === quote) {
    const nameEnd = skipString(text, at);
    const name = text.slice(at + 1, nameEnd - 1);
    const end = skipValue(text, nameEnd + 1);
    if (wanted.has(name)) {
      members[name] = parseValue(body, text, nameEnd + 1, end);
      left--;
    }
    at = end;
    while (text.charCodeAt(at) === space) at++;
    at++;
  }
  return members;
};
