import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * All characters of Unicode, as the unit of `fc.string`. The unit `binary` of fast-check generates the same characters,
 * but builds a table of a million entries in each process.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
  number => String.fromCodePoint(number < firstSurrogate ? number : number + surrogates),
  text => {
    const codePoint = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (codePoint === undefined || String.fromCodePoint(codePoint) !== text)
      throw new Error(`expected one character, got ${fc.stringify(text)}`);
    return codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
  },
);
