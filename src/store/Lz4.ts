/**
 * Blocks of LZ4 with a preset dictionary (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md). Node's zlib
 * takes three times as long for a message, since each call prepares a stream of its own.
 *
 *   block = sequence*   sequence = token, more literal lengths, literals, offset (2 bytes), more match lengths
 *
 * The upper half of a token is the number of literals, the lower half the length of the match minus four; 15 means that
 * further bytes are added. The last sequence ends with its literals.
 */
const hashBits = 12;
const hashFactor = 0x9e3779b1;
const offsetMax = 0xffff;
const matchMin = 4;
/** The format ends each block with some literals. */
const lastLiterals = 5;
const lastMatchBefore = 12;
const lengthEnd = 15;
const lengthByteMax = 255;
/** After 16 literals every second position is tried, after 32 every third, and so on. */
const triedLiteralsBits = 4;
/** Shorter copies are faster in a loop than as a call. */
const copiedByCallMin = 24;

/** The longest input of a block. */
export const blockInputMax = 0xc000;

const read4 = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

const hashOf = (four: number): number => Math.imul(four, hashFactor) >>> (32 - hashBits);

/** Works on buffers of its own, so that nothing is allocated but the results. */
export class Lz4 {
  readonly #start: number;
  /** The dictionary, and behind it the text. */
  readonly #text: Uint8Array;
  readonly #block = new Uint8Array(blockInputMax + blockInputMax / lengthByteMax + 16);
  #blockEnd = 0;
  /** The last position of each hash, after the dictionary. */
  readonly #dictionaryPositions = new Int32Array(2 ** hashBits).fill(-offsetMax - 1);
  readonly #positions = new Int32Array(2 ** hashBits);

  constructor(dictionary: Uint8Array) {
    this.#start = dictionary.length;
    this.#text = new Uint8Array(dictionary.length + blockInputMax);
    this.#text.set(dictionary);
    for (let at = 0; at + matchMin <= dictionary.length; at++)
      this.#dictionaryPositions[hashOf(read4(dictionary, at))] = at;
  }

  /** Returns bytes that are valid until the next call. */
  compress(input: Uint8Array): Uint8Array {
    const text = this.#text;
    const positions = this.#positions;
    positions.set(this.#dictionaryPositions);
    text.set(input, this.#start);
    const end = this.#start + input.length;
    this.#blockEnd = 0;
    let literals = this.#start;
    let at = literals;
    while (at < end - lastMatchBefore) {
      const four = read4(text, at);
      const hash = hashOf(four);
      const candidate = positions[hash]!;
      positions[hash] = at;
      if (at - candidate > offsetMax || read4(text, candidate) !== four) {
        // Where nothing matches, as in an id, fewer positions are tried.
        at += 1 + ((at - literals) >> triedLiteralsBits);
        continue;
      }
      const start = this.#matchStart(candidate, at, literals);
      const matchEnd = this.#matchEnd(candidate, at, end - lastLiterals);
      this.#writeSequence(literals, start, at - candidate, matchEnd - start);
      literals = at = matchEnd;
    }
    this.#writeSequence(literals, end, 0, 0);
    return this.#block.subarray(0, this.#blockEnd);
  }

  /** Returns bytes that are valid until the next call. */
  decompress(block: Uint8Array): Uint8Array {
    const text = this.#text;
    let to = this.#start;
    for (let at = 0; at < block.length; ) {
      const token = block[at++]!;
      let length = token >> 4;
      if (length === lengthEnd)
        do length += block[at]!;
        while (block[at++] === lengthByteMax);
      for (const literalsEnd = at + length; at < literalsEnd; ) text[to++] = block[at++]!;
      if (at >= block.length) break;
      const from = to - (block[at]! | (block[at + 1]! << 8));
      at += 2;
      length = token & lengthEnd;
      if (length === lengthEnd)
        do length += block[at]!;
        while (block[at++] === lengthByteMax);
      to = this.#copy(from, to, length + matchMin);
    }
    return text.subarray(this.#start, to);
  }

  #matchStart(candidate: number, at: number, literals: number): number {
    const text = this.#text;
    let [from, start] = [candidate, at];
    while (start > literals && from > 0 && text[from - 1] === text[start - 1]) {
      from--;
      start--;
    }
    return start;
  }

  #matchEnd(candidate: number, at: number, endMax: number): number {
    const text = this.#text;
    let [from, to] = [candidate + matchMin, at + matchMin];
    while (to < endMax && text[from] === text[to]) {
      from++;
      to++;
    }
    return to;
  }

  /** Copies within the text; the match may reach into its own copy. */
  #copy(from: number, to: number, length: number): number {
    const text = this.#text;
    const end = to + length;
    if (length >= copiedByCallMin && to - from >= length) text.copyWithin(to, from, from + length);
    else for (let at = to; at < end; at++) text[at] = text[from + at - to]!;
    return end;
  }

  /** A length of zero ends the block. */
  #writeSequence(literals: number, literalsEnd: number, offset: number, length: number): void {
    const [text, block] = [this.#text, this.#block];
    const count = literalsEnd - literals;
    const more = Math.max(0, length - matchMin);
    block[this.#blockEnd++] = (Math.min(count, lengthEnd) << 4) | Math.min(more, lengthEnd);
    this.#writeLength(count);
    let to = this.#blockEnd;
    for (let at = literals; at < literalsEnd; at++) block[to++] = text[at]!;
    this.#blockEnd = to;
    if (length === 0) return;
    block[this.#blockEnd++] = offset & 0xff;
    block[this.#blockEnd++] = offset >> 8;
    this.#writeLength(more);
  }

  #writeLength(length: number): void {
    if (length < lengthEnd) return;
    let rest = length - lengthEnd;
    for (; rest >= lengthByteMax; rest -= lengthByteMax) this.#block[this.#blockEnd++] = lengthByteMax;
    this.#block[this.#blockEnd++] = rest;
  }
}
