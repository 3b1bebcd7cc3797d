/**
 * Bodies that are stored compressed, because they repeat much of another resource: a message with an order in it.
 *
 *   1 │ the first 64 bytes, where commit.lua finds the version │ the other bytes as a block of LZ4
 *
 * No JSON begins with the byte 1. Decompression gives back the same bytes.
 */
import { bodyDictionary } from './bodyDictionary.js';
import { blockInputMax, Lz4 } from './Lz4.js';

const firstByte = 1;
const plainBytes = 64;
/** Shorter bodies are stored as they are: the key and the list entries of a resource take more. */
const compressedMin = 1_024;

const lz4 = new Lz4(bodyDictionary);

/** The form in which a body is stored: compressed, or the body itself where it is short or very long. */
export const compressBody = (body: Buffer): Buffer => {
  if (body.length < compressedMin || body.length > blockInputMax) return body;
  const block = lz4.compress(body.subarray(plainBytes));
  const stored = Buffer.allocUnsafe(1 + plainBytes + block.length);
  stored[0] = firstByte;
  body.copy(stored, 1, 0, plainBytes);
  stored.set(block, 1 + plainBytes);
  return stored;
};

/** The body that is stored in these bytes. */
export const readStoredBody = (stored: Buffer): Buffer => {
  if (stored[0] !== firstByte) return stored;
  const rest = lz4.decompress(stored.subarray(1 + plainBytes));
  const body = Buffer.allocUnsafe(plainBytes + rest.length);
  stored.copy(body, 0, 1, 1 + plainBytes);
  body.set(rest, plainBytes);
  return body;
};
