import { allocateShortLived } from '../../base/memory/shortLivedBytes.js';
import type { ArrayChange } from './arrayChange.js';
import type { Spans } from './scanSpans.js';

const space = 0x20;

/** Space behind a new head for longer values, and the step in which heads grow. */
const headSpareBytes = 32;
const headStepBytes = 64;

/** The bytes that are kept for a head of some length. */
export const headCapacity = (length: number): number =>
  Math.ceil((length + headSpareBytes) / headStepBytes) * headStepBytes;

/** Shorter runs are copied as text together with their neighbours: each copy of bytes makes an object. */
const copiedBytesMin = 512;

/** Neighbouring members of another body, with the commas between them: the bytes `from` to `to`. */
interface MemberRun {
  readonly body: Buffer;
  readonly from: number;
  readonly to: number;
}

/** A text of which each character stands for one byte of its UTF-8 form. */
const toByteText = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');

/** Builds a body from new members and from unchanged bytes of other bodies, and notes the offsets of its members. */
export class BodyBuilder {
  readonly #pieces: (string | MemberRun)[] = [];
  readonly #starts: number[] = [];
  /** Bytes after the last piece, each as a character. */
  #text = '';
  /** Offset at which the next member starts, after the comma. */
  #at = 1;

  add(member: string): void {
    const bytes = toByteText(member);
    this.#text += this.#separator + bytes;
    this.#starts.push(this.#at);
    this.#at += bytes.length + 1;
  }

  /** Appends neighbouring members of another body: those from index `first` to before index `end`. */
  addRun(body: Buffer, starts: readonly number[], first: number, end: number): void {
    if (first === end) return;
    const from = starts[first]!;
    let to = starts[end]! - 1;
    // The spaces behind a head are not copied.
    while (body[to - 1] === space) to--;
    this.#text += this.#separator;
    this.#copy(body, from, to);
    const shift = this.#at - from;
    for (let at = first; at < end; at++) this.#starts.push(starts[at]! + shift);
    this.#at += to - from + 1;
  }

  /** Appends the member of another body that begins at `start`, with a change. */
  addChanged(body: Buffer, start: number, { from, to, text, end }: ArrayChange): void {
    const bytes = toByteText(text);
    this.#text += this.#separator;
    this.#copy(body, start, from);
    this.#text += bytes;
    this.#copy(body, to, end);
    this.#starts.push(this.#at);
    this.#at += from - start + bytes.length + end - to + 1;
  }

  /** Ends the head: fills it up to `capacity` where it fits in, else to a larger one. Returns its length. */
  endHead(capacity: number): number {
    const length = this.#at - 1;
    const padding = (length <= capacity ? capacity : headCapacity(length)) - length;
    this.#text += ' '.repeat(padding);
    this.#at += padding;
    return length + padding;
  }

  /** Returns the body and the offsets of its members; the last offset is its length. */
  build(): { readonly body: Buffer; readonly starts: Spans['starts'] } {
    const isEmpty = this.#starts.length === 0;
    const length = isEmpty ? 2 : this.#at;
    this.#pieces.push(`${this.#text}${isEmpty ? '{}' : '}'}`);
    const body = allocateShortLived(length);
    let at = 0;
    for (const piece of this.#pieces)
      if (typeof piece === 'string') at += body.write(piece, at, 'latin1');
      else {
        body.set(piece.body.subarray(piece.from, piece.to), at);
        at += piece.to - piece.from;
      }
    this.#starts.push(length);
    return { body, starts: this.#starts };
  }

  #copy(body: Buffer, from: number, to: number): void {
    if (to - from < copiedBytesMin) this.#text += body.toString('latin1', from, to);
    else {
      this.#pieces.push(this.#text, { body, from, to });
      this.#text = '';
    }
  }

  get #separator(): string {
    return this.#starts.length === 0 ? '{' : ',';
  }
}
