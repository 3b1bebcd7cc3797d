/**
 * Bodies that are stored compressed, because they repeat much of another resource: a message with an order in it.
 *
 *   1 │ the first 64 bytes, where commit.lua finds the version │ the length of the other bytes and their block of LZ4
 *
 * No JSON begins with the byte 1. Decompression gives back the same bytes.
 */
import { compressSync, uncompressSync } from 'lz4-napi';
import { bodyDictionary } from './bodyDictionary.js';

const firstByte = 1;
const firstBytes = Buffer.of(firstByte);
const plainBytes = 64;
/** Shorter bodies are stored as they are: the key and the list entries of a resource take more. */
const compressedMin = 1_024;
/**
 * Longer bodies are stored as they are: the front thread reads the start of a body (limits.readStartBytes), which has
 * all bytes of a compressed one, and decompresses it between other requests.
 */
const compressedMax = 48 * 1_024;

/** The form in which a body is stored: compressed, or the body itself where it is short or long. */
export const compressBody = (body: Buffer): Buffer => {
  if (body.length < compressedMin || body.length > compressedMax) return body;
  const block = compressSync(body.subarray(plainBytes), bodyDictionary);
  return Buffer.concat([firstBytes, body.subarray(0, plainBytes), block]);
};

/** The body that is stored in these bytes. */
export const readStoredBody = (stored: Buffer): Buffer => {
  if (stored[0] !== firstByte) return stored;
  const rest = uncompressSync(stored.subarray(1 + plainBytes), bodyDictionary);
  return Buffer.concat([stored.subarray(1, 1 + plainBytes), rest]);
};
