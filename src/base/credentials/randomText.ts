import { randomFillSync } from 'node:crypto';

/** Random bytes for hundreds of texts: one system call fills all of them. */
const bytes = Buffer.allocUnsafeSlow(4_800);
let next = bytes.length;

/** Makes a text of random bytes that are used nowhere else; at most 48 of them. */
export const randomText = (count: number, encoding: 'hex' | 'base64url'): string => {
  if (next + count > bytes.length) {
    randomFillSync(bytes);
    next = 0;
  }
  const text = bytes.toString(encoding, next, next + count);
  // No copy of a secret stays in the buffer.
  bytes.fill(0, next, next + count);
  next += count;
  return text;
};
