import { skipString, skipValue } from './scanSpans.js';

const quote = 0x22;
const space = 0x20;

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
 * Parses some top-level members of a stored body, and skips the others. Its text is as scanSpans.ts describes it; its
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
