/**
 * Bodies that are stored compressed: those of 1 to 48 KiB of the types that say so (`compressed` in their declaration).
 *
 *   1 │ the first 64 bytes │ block of LZ4 with the others                            of types that never change
 *   2 │ length of the body in 4 bytes │ the first 896 bytes │ block with the others   of types that change
 *
 * No JSON begins with these bytes. lua/commit/commit.lua finds the version in the first bytes, and patches replace
 * bytes there. A block begins with the length of what it holds; all lengths are little-endian. Decompression gives back
 * the same bytes.
 */
import { compressSync } from 'lz4-napi';
import { allocateShortLived } from '../base/memory/shortLivedBytes.js';
import { bodyDictionary } from './bodyDictionary.js';
import type { Compression } from './ChangeSet.js';
import { decompressBlock } from './decompressBlock.js';

interface Form {
  readonly firstByte: number;
  /** Bytes before the plain ones. */
  readonly headerBytes: number;
  /** Bytes of the body that are not compressed. Stored bodies depend on it: another number takes another first byte. */
  readonly plainBytes: number;
}

const forms: Readonly<Record<Compression, Form>> = {
  immutable: { firstByte: 1, headerBytes: 1, plainBytes: 64 },
  changing: { firstByte: 2, headerBytes: 5, plainBytes: 896 },
};
const lengthAt = 1;

/** A patch replaces bytes before this place of a body. */
export const patchBytesMax = forms.changing.plainBytes;

/** So many bytes of what is stored tell the length of the body. */
export const lengthHeaderBytes = forms.changing.headerBytes;

/** Shorter bodies are stored as they are: the key and the list entries of a resource take more. */
const compressedMin = 1_024;
/**
 * Longer bodies are stored as they are: the front thread reads the start of a body (limits.readStartBytes), which has
 * all bytes of a compressed one, and decompresses it between other requests.
 */
const compressedMax = 48 * 1_024;

/** The form in which a body is stored: compressed, or the body itself where it is short or long. */
export const compressBody = (body: Buffer, compression: Compression): Buffer => {
  if (body.length < compressedMin || body.length > compressedMax) return body;
  const { firstByte, headerBytes, plainBytes } = forms[compression];
  const block = compressSync(body.subarray(plainBytes), bodyDictionary);
  const stored = allocateShortLived(headerBytes + plainBytes + block.length);
  stored[0] = firstByte;
  if (compression === 'changing') stored.writeUInt32LE(body.length, lengthAt);
  body.copy(stored, headerBytes, 0, plainBytes);
  block.copy(stored, headerBytes + plainBytes);
  return stored;
};

/** Longer bodies may have to wait for a slow connection, and would keep their neighbours in memory. */
const sharedBytesMax = 16 * 1_024;

const decompress = (stored: Buffer, { headerBytes, plainBytes }: Form): Buffer => {
  const plainEnd = headerBytes + plainBytes;
  const rest = decompressBlock(stored, plainEnd);
  const length = plainBytes + rest.length;
  const body = length > sharedBytesMax ? Buffer.allocUnsafeSlow(length) : allocateShortLived(length);
  stored.copy(body, 0, headerBytes, plainEnd);
  rest.copy(body, plainBytes);
  return body;
};

const decompressAt = (stored: Buffer, key: string, form: Form): Buffer => {
  try {
    return decompress(stored, form);
  } catch (error) {
    throw new Error(`the body at ${key} is damaged`, { cause: error });
  }
};

/** The body that is stored at a key in these bytes. Throws an Error that names the key where they are damaged. */
export const readStoredBody = (stored: Buffer, key: string): Buffer => {
  const [firstByte] = stored;
  if (firstByte === forms.changing.firstByte) return decompressAt(stored, key, forms.changing);
  return firstByte === forms.immutable.firstByte ? decompressAt(stored, key, forms.immutable) : stored;
};

/**
 * The length of a body by the first bytes of what is stored and by the length of all that, which is less for messages.
 */
export const lengthOfStoredBody = (start: Buffer, storedBytes: number): number =>
  start[0] === forms.changing.firstByte ? start.readUInt32LE(lengthAt) : storedBytes;
