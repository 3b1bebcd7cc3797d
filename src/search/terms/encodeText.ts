/**
 * Text as a term of the index: lower-case letters, digits and `_` alone, so that nothing is folded, trimmed, split or read as
 * the module's syntax. What begins alike is encoded alike up to there, and `__` never comes up: it parts a term's parts.
 */
import { createHash } from 'node:crypto';

const frequent = '-_ .@,:/';

const encodeByte = (byte: number): string => {
  const character = String.fromCharCode(byte);
  if (/[a-z0-9]/.test(character)) return character;
  if (/[A-Z]/.test(character)) return `_${character.toLowerCase()}`;
  const at = frequent.indexOf(character);
  return at >= 0 ? `_${at}` : `_9${byte.toString(16).padStart(2, '0')}`;
};

const bytes = Array.from({ length: 256 }, (_, byte) => encodeByte(byte));

const plain = /^[a-z0-9]*$/;
const asciiEnd = 0x80;

const encodeBytes = (text: string): string => {
  let encoded = '';
  for (const byte of Buffer.from(text)) encoded += bytes[byte]!;
  return encoded;
};

export const encodeText = (text: string): string => {
  if (plain.test(text)) return text;
  let encoded = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= asciiEnd) return encodeBytes(text);
    encoded += bytes[code]!;
  }
  return encoded;
};

const wholeMax = 80;
const keptLength = 32;
const digestLength = 24;

/** A whole value: a long one by its beginning and a digest. */
export const encodeValue = (text: string): string => {
  const encoded = encodeText(text);
  if (encoded.length <= wholeMax) return encoded;
  return `${encoded.slice(0, keptLength)}__${createHash('sha256').update(text).digest('hex').slice(0, digestLength)}`;
};
