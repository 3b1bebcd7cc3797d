import type { Spans } from './scanSpans.js';

const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;
const space = 0x20;

/** Space behind a new head for longer values, and the step in which heads grow. */
const headSpareBytes = 32;
const headStepBytes = 64;

/** The bytes that are kept for a head of some length. */
export const headCapacity = (length: number): number =>
  Math.ceil((length + headSpareBytes) / headStepBytes) * headStepBytes;

/** Neighbouring members of another body, with the commas between them: the bytes `from` to `to`. */
interface MemberRun {
  readonly body: Buffer;
  readonly from: number;
  readonly to: number;
}

/** Puts a body together from new members and from unchanged bytes of other bodies, and notes where its members lie. */
export class BodyBuilder {
  readonly #parts: (string | MemberRun)[] = [];
  readonly #starts: number[] = [];
  #at = 1;
  /** The number of parts of the head, and the spaces behind them. */
  #headParts = 0;
  #padding = 0;

  /** Appends one member. */
  add(part: string): void {
    this.#starts.push(this.#at);
    this.#parts.push(part);
    this.#at += Buffer.byteLength(part) + 1;
  }

  /** Appends neighbouring members of another body: those from index `first` to before index `end`. */
  addRun(body: Buffer, starts: readonly number[], first: number, end: number): void {
    if (first === end) return;
    const from = starts[first]!;
    let to = starts[end]! - 1;
    // The spaces behind a head are not copied.
    while (body[to - 1] === space) to--;
    const shift = this.#at - from;
    for (let at = first; at < end; at++) this.#starts.push(starts[at]! + shift);
    this.#parts.push({ body, from, to });
    this.#at += to - from + 1;
  }

  /** Ends the head: fills it up to `capacity` where it fits in, else to a larger one. Returns its length. */
  endHead(capacity: number): number {
    const length = this.#at - 1;
    this.#headParts = this.#parts.length;
    this.#padding = (length <= capacity ? capacity : headCapacity(length)) - length;
    this.#at += this.#padding;
    return length + this.#padding;
  }

  build(names: readonly string[]): { readonly body: Buffer; readonly spans: Spans } {
    // Without members the last start is the place of the closing brace.
    const length = this.#parts.length === 0 ? 2 : this.#at;
    const body = Buffer.allocUnsafeSlow(length);
    let at = 0;
    for (const [index, part] of this.#parts.entries()) {
      body[at] = at === 0 ? openBrace : comma;
      at++;
      at += typeof part === 'string' ? body.write(part, at) : part.body.copy(body, at, part.from, part.to);
      if (index + 1 === this.#headParts) {
        body.fill(space, at, at + this.#padding);
        at += this.#padding;
      }
    }
    if (this.#parts.length === 0) body[at++] = openBrace;
    body[at] = closeBrace;
    return { body, spans: { names, starts: [...this.#starts, length] } };
  }
}
