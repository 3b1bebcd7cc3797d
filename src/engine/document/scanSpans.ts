/** Where members lie in a stored body's text (engine/document.ts), found by its signs alone. */
const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/** The position behind the closing quote of the string that opens at `at`. */
const skipString = (text: string, at: number): number => {
  let end = text.indexOf('"', at + 1);
  while (text.charCodeAt(end - 1) === backslash) {
    let slashes = 1;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) break;
    end = text.indexOf('"', end + 1);
  }
  return end + 1;
};

/** The position behind the value that begins at `at`. */
const skipValue = (text: string, at: number): number => {
  const first = text.charCodeAt(at);
  if (first === quote) return skipString(text, at);
  let depth = 0;
  for (let i = at; ; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) i = skipString(text, i) - 1;
    else if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) {
      if (depth === 0) return i;
      if (--depth === 0) return i + 1;
    } else if (code === comma && depth === 0) return i;
  }
};

/**
 * Where the top-level members of a text lie, in its order: each begins with the quote of its name and ends one before the
 * next one's start; behind the last start stands the length of the text.
 */
export interface Spans {
  readonly names: readonly string[];
  readonly starts: readonly number[];
}

/** Names that were met, each once: one cut out of a text would keep all of it. */
const known = new Map<string, string>();

const nameOf = (text: string, from: number, to: number): string => {
  const name = text.slice(from, to);
  const met = known.get(name);
  if (met !== undefined) return met;
  const own = Buffer.from(name, 'latin1').toString('latin1');
  known.set(own, own);
  return own;
};

/** The text is our own JSON, without white space; its members are those that its resource type declares. */
export const scanSpans = (text: string): Spans => {
  const names: string[] = [];
  const starts: number[] = [];
  let at = 1;
  while (text.charCodeAt(at) === quote) {
    const nameEnd = skipString(text, at);
    names.push(nameOf(text, at + 1, nameEnd - 1));
    starts.push(at);
    at = skipValue(text, nameEnd + 1) + 1;
  }
  starts.push(text.length);
  return { names, starts };
};

/** Neighbours of another body, with the comma between them: bytes from and to. */
interface Run {
  readonly body: Buffer;
  readonly from: number;
  readonly to: number;
}

/** A body that is being put together, and where its members come to lie. */
export class BodyBuilder {
  readonly #parts: (string | Run)[] = [];
  readonly #starts: number[] = [];
  #at = 1;

  /** One member. */
  add(part: string): void {
    this.#starts.push(this.#at);
    this.#parts.push(part);
    this.#at += Buffer.byteLength(part) + 1;
  }

  /** Members that stand beside one another in another body, from the one to before the other. */
  addRun(body: Buffer, starts: readonly number[], first: number, end: number): void {
    if (first === end) return;
    const [from, to] = [starts[first]!, starts[end]! - 1];
    const shift = this.#at - from;
    for (let at = first; at < end; at++) this.#starts.push(starts[at]! + shift);
    this.#parts.push({ body, from, to });
    this.#at += to - from + 1;
  }

  end(names: readonly string[]): { readonly body: Buffer; readonly spans: Spans } {
    // Without members the last start is the place of the closing brace.
    const length = this.#parts.length === 0 ? 2 : this.#at;
    const body = Buffer.allocUnsafeSlow(length);
    let at = 0;
    for (const part of this.#parts) {
      body[at] = at === 0 ? openBrace : comma;
      at++;
      at += typeof part === 'string' ? body.write(part, at) : part.body.copy(body, at, part.from, part.to);
    }
    if (this.#parts.length === 0) body[at++] = openBrace;
    body[at] = closeBrace;
    return { body, spans: { names, starts: [...this.#starts, length] } };
  }
}
