/**
 * Bodies that are stored compressed: those of 1 to 48 KiB of the types that say so (`compressed` in their declaration).
 *
 *   1 │ the first 64 bytes │ block of LZ4 with the others                            of types that never change
 *   2 │ length of the body in 4 bytes │ the first 896 bytes │ block with the others   of types that change
 *   3 │ length of the body in 4 bytes │ the first 512 bytes │ block with the others   of carts, whose heads are short
 *
 * No JSON begins with these bytes. lua/commit/commit.lua finds the version in the first bytes, and patches replace
 * bytes there. A block begins with the length of its decompressed bytes; all lengths are little-endian. Decompression
 * gives back the same bytes.
 */
import { hash } from 'node:crypto';
import { compressSync } from 'lz4-napi';
import { allocateShortLived } from '../base/memory/shortLivedBytes.js';
import type { Compression } from './ChangeSet.js';
import { decompressBlock, dictionaries, type Dictionary } from './decompressBlock.js';

interface Form {
  readonly firstByte: number;
  /** The number of bytes before the plain ones. */
  readonly headerBytes: number;
  /** Bytes of the body that are not compressed. Stored bodies depend on it: another number takes another first byte. */
  readonly plainBytes: number;
  /** The dictionary that blocks refer to. */
  readonly dictionary: Dictionary;
}

const { bodies, carts } = dictionaries;

const forms: Readonly<Record<Compression, Form>> = {
  immutable: { firstByte: 1, headerBytes: 1, plainBytes: 64, dictionary: bodies },
  changing: { firstByte: 2, headerBytes: 5, plainBytes: 896, dictionary: bodies },
  shortHead: { firstByte: 3, headerBytes: 5, plainBytes: 512, dictionary: carts },
};
const lengthAt = 1;

const formByFirstByte: readonly (Form | undefined)[] = [undefined, forms.immutable, forms.changing, forms.shortHead];

/** A patch replaces bytes before this place of a body: those that are plain in each form that its type may have. */
export const patchBytesMax = (compression: Compression = 'changing'): number => forms[compression].plainBytes;

/** Returns the number of bytes before the plain ones of a compressed body. */
export const plainOffset = (compression: Compression): number => forms[compression].headerBytes;

/** Describes the form that stored bodies depend on. */
export const describeCompression = (compression: Compression): string => {
  const { firstByte, plainBytes, dictionary } = forms[compression];
  return (
    `in form ${firstByte} with ${plainBytes} plain bytes and dictionary ` +
    `${hash('md5', dictionary.bytes).slice(0, 8)}`
  );
};

/** The first bytes of a stored body that tell the length of the body. */
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
  const { firstByte, headerBytes, plainBytes, dictionary } = forms[compression];
  const block = compressSync(body.subarray(plainBytes), dictionary.bytes);
  const stored = allocateShortLived(headerBytes + plainBytes + block.length);
  stored[0] = firstByte;
  if (headerBytes > lengthAt) stored.writeUInt32LE(body.length, lengthAt);
  body.copy(stored, headerBytes, 0, plainBytes);
  block.copy(stored, headerBytes + plainBytes);
  return stored;
};

/** Longer bodies may have to wait for a slow connection, and would keep their neighbours in memory. */
const sharedBytesMax = 16 * 1_024;

const decompress = (stored: Buffer, { headerBytes, plainBytes, dictionary }: Form): Buffer => {
  const plainEnd = headerBytes + plainBytes;
  const rest = decompressBlock(stored, plainEnd, dictionary);
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
  const form = formByFirstByte[stored[0] ?? 0];
  return form === undefined ? stored : decompressAt(stored, key, form);
};

/** Returns the length of a body by its first stored bytes and its stored length, which is less for messages. */
export const lengthOfStoredBody = (start: Buffer, storedBytes: number): number =>
  (formByFirstByte[start[0] ?? 0]?.headerBytes ?? 0) > lengthAt ? start.readUInt32LE(lengthAt) : storedBytes;
