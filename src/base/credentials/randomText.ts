import { randomFillSync } from 'node:crypto';

/** Random bytes for some hundred texts, of which one call of the system fills many. */
const bytes = Buffer.allocUnsafeSlow(4_800);
let next = bytes.length;

/** Makes a text of random bytes that are used nowhere else; at most 48 of them. */
export const randomText = (count: number, encoding: 'hex' | 'base64url'): string => {
  if (next + count > bytes.length) {
    randomFillSync(bytes);
    next = 0;
  }
  const text = bytes.toString(encoding, next, next + count);
  // A secret stays nowhere but in the text.
  bytes.fill(0, next, next + count);
  next += count;
  return text;
};
