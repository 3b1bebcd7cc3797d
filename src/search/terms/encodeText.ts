/**
 * Encodes text for terms of the index with lower-case letters, digits and `_` only, so that RediSearch does not fold,
 * trim, split or interpret it. Texts with a common prefix have encodings with a common prefix, and an encoding never
 * contains `__`, which separates the parts of a term.
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

const encodedBytes = Array.from({ length: 256 }, (_, byte) => encodeByte(byte));

const plain = /^[a-z0-9]*$/;
const asciiEnd = 0x80;

const encodeBytes = (text: string): string => {
  let encoded = '';
  for (const byte of Buffer.from(text)) encoded += encodedBytes[byte];
  return encoded;
};

export const encodeText = (text: string): string => {
  if (plain.test(text)) return text;
  let encoded = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= asciiEnd) return encodeBytes(text);
    encoded += encodedBytes[code];
  }
  return encoded;
};

const wholeMax = 80;
const keptLength = 32;
const digestLength = 24;

/** Encodes a complete value; a long one as its start and a digest. */
export const encodeValue = (text: string): string => {
  const encoded = encodeText(text);
  if (encoded.length <= wholeMax) return encoded;
  return `${encoded.slice(0, keptLength)}__${createHash('sha256').update(text).digest('hex').slice(0, digestLength)}`;
};
