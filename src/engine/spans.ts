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
export interface Spans { readonly names: readonly string[]; readonly starts: readonly number[] }

/** The text is our own JSON, without white space. */
export const scan = (text: string): Spans => {
  const names: string[] = [];
  const starts: number[] = [];
  let at = 1;
  while (text.charCodeAt(at) === quote) {
    const nameEnd = skipString(text, at);
    names.push(text.slice(at + 1, nameEnd - 1));
    starts.push(at);
    at = skipValue(text, nameEnd + 1) + 1;
  }
  starts.push(text.length);
  return { names, starts };
};

/** A text that is being put together, and where its members come to lie. */
export class Woven {
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  #at = 1;

  #push(part: string): void {
    this.#parts.push(part);
    this.#at += part.length + 1;
  }

  /** One member. */
  add(part: string): void {
    this.#starts.push(this.#at);
    this.#push(part);
  }

  /** Neighbours of another text, with the comma between them. */
  addRun(text: string, starts: readonly number[], from: number, to: number): void {
    if (from === to) return;
    const shift = this.#at - starts[from]!;
    for (let at = from; at < to; at++) this.#starts.push(starts[at]! + shift);
    this.#push(text.slice(starts[from], starts[to]! - 1));
  }

  end(names: readonly string[]): { readonly bytes: string; readonly spans: Spans } {
    return { bytes: `{${this.#parts.join(',')}}`, spans: { names, starts: [...this.#starts, this.#at] } };
  }
}
