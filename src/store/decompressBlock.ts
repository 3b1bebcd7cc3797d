/**
 * Decompresses blocks of LZ4 that were made with a dictionary
 * (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md). lz4-napi makes them; it can read them too, but
 * allocates two buffers outside the heap for each, which cost more than the decompression.
 *
 * A block is a list of sequences: a token, literals, and a match, which is a distance back and a length. The token has
 * the length of the literals in its upper four bits and that of the match in its lower ones; 15 means that bytes follow
 * which are added, up to the first one below 255. The last sequence has literals only.
 */
import { bodyDictionary, cartDictionary } from './bodyDictionary.js';

/** Bounds the bytes of a block, compressed and decompressed. */
const bytesMax = 64 * 1_024;
/** Bytes are copied in groups of four, so up to three more than asked are written. */
const groupBytes = 4;
/** The shortest match, which the token counts as 0. */
const matchMin = 4;
const lengthFollows = 15;
/** The bytes of the length field before the sequences. */
const lengthBytes = 4;

/** The block that is being read. */
const input = Buffer.alloc(bytesMax + groupBytes);
const inputView = new DataView(input.buffer, input.byteOffset);

/**
 * The dictionaries, each followed by the decompressed bytes: a match may lie in either of them or across.
 */
const output = Buffer.alloc(bodyDictionary.length + cartDictionary.length + 2 * (bytesMax + groupBytes));
const outputView = new DataView(output.buffer, output.byteOffset);

/** A dictionary of blocks, and its place in the output. */
export interface Dictionary {
  readonly bytes: Buffer;
  readonly start: number;
}

const dictionaryAt = (start: number, bytes: Buffer): Dictionary => {
  bytes.copy(output, start);
  return { bytes, start };
};

export const dictionaries = {
  bodies: dictionaryAt(0, bodyDictionary),
  carts: dictionaryAt(bodyDictionary.length + bytesMax + groupBytes, cartDictionary),
} as const;

const damaged = (): Error => new Error('no block of LZ4 with its dictionary');

/** The sum of the bytes up to the first one below 255. */
const readAddedLength = (position: number, end: number): number => {
  let sum = 0;
  for (let at = position; at < end; at += 1) {
    const byte = input[at] as number;
    sum += byte;
    if (byte !== 255) return sum;
  }
  throw damaged();
};

const bytesOfAddedLength = (added: number): number => Math.floor(added / 255) + 1;

/** Copies bytes of the output within it; where both places overlap, the copied bytes repeat. */
const copyMatch = (from: number, to: number, end: number): void => {
  const distance = to - from;
  if (distance < groupBytes) for (let at = to; at < end; at += 1) output[at] = output[at - distance] as number;
  else for (let at = to; at < end; at += groupBytes) outputView.setUint32(at, outputView.getUint32(at - distance));
};

/** Reads all sequences of the input up to `end`, and writes as many bytes behind a dictionary. */
const readSequences = ({ bytes, start }: Dictionary, end: number, length: number): void => {
  let read = lengthBytes;
  let written = start + bytes.length;
  const outputEnd = written + length;
  while (read < end) {
    const token = input[read] as number;
    read += 1;
    let literals = token >> 4;
    if (literals === lengthFollows) {
      const added = readAddedLength(read, end);
      read += bytesOfAddedLength(added);
      literals += added;
    }
    if (read + literals > end || written + literals > outputEnd) throw damaged();
    for (let at = 0; at < literals; at += groupBytes)
      outputView.setUint32(written + at, inputView.getUint32(read + at));
    read += literals;
    written += literals;
    if (read === end) break;

    const distance = inputView.getUint16(read, true);
    read += 2;
    let match = (token & lengthFollows) + matchMin;
    if (match === lengthFollows + matchMin) {
      const added = readAddedLength(read, end);
      read += bytesOfAddedLength(added);
      match += added;
    }
    if (distance === 0 || distance > written - start || written + match > outputEnd) throw damaged();
    copyMatch(written - distance, written, written + match);
    written += match;
  }
  if (written !== outputEnd) throw damaged();
};

/**
 * Decompresses the bytes of `stored` from `blockStart` on: the decompressed length (4 bytes, little-endian), then the
 * sequences. The result is a view that the next call overwrites. Throws an Error for a damaged block.
 */
export const decompressBlock = (stored: Buffer, blockStart: number, dictionary: Dictionary): Buffer => {
  const blockBytes = stored.length - blockStart;
  if (blockBytes < lengthBytes || blockBytes > bytesMax) throw damaged();
  stored.copy(input, 0, blockStart);
  const length = inputView.getUint32(0, true);
  if (length > bytesMax) throw damaged();
  readSequences(dictionary, blockBytes, length);
  const start = dictionary.start + dictionary.bytes.length;
  return output.subarray(start, start + length);
};
