/**
 * A stored resource opened member by member. Its text is what a GET answers with:
 *
 *   {"id":"…","version":7,"createdAt":"…", … ,"lineItems":[ … ], … }
 *
 * Opening it only finds where each top-level member lies; a member is parsed when somebody reads it, and a new
 * text takes over the bytes of all members that did not change. An update that touches two members of an order
 * thus neither parses nor serialises its line items.
 */
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

/** Where each top-level member's value lies: start and end by name. The text is our own JSON, without white space. */
const scan = (text: string): Map<string, string> => {
  const raw = new Map<string, string>();
  let at = 1;
  while (text.charCodeAt(at) === quote) {
    const nameEnd = skipString(text, at);
    const valueEnd = skipValue(text, nameEnd + 1);
    raw.set(text.slice(at + 1, nameEnd - 1), text.slice(nameEnd + 1, valueEnd));
    at = valueEnd + 1;
  }
  return raw;
};

export class Document {
  /** Parsed members; a member that was never read is not here. */
  readonly #values = new Map<string, unknown>();

  #body: Buffer | undefined;

  private constructor(readonly text: string, private readonly raw: ReadonlyMap<string, string>, body?: Buffer) {
    this.#body = body;
  }

  /** Opens a stored body. */
  static open(body: Buffer): Document {
    const text = body.toString();
    return new Document(text, scan(text), body);
  }

  /** The text's bytes, made once: what is stored is what is answered. */
  get body(): Buffer {
    return this.#body ??= Buffer.from(this.text);
  }

  /** The document of `members`, in the order of `names`; `base` lends the bytes of all that `members` does not name. */
  static compose(names: readonly string[], members: Readonly<Record<string, unknown>>, base?: Document): Document {
    const raw = new Map<string, string>();
    let text = '';
    for (const name of names) {
      const value = Object.hasOwn(members, name) ? serialise(members[name]) : base?.raw.get(name);
      if (value === undefined) continue;
      raw.set(name, value);
      text += `${text === '' ? '{' : ','}"${name}":${value}`;
    }
    return new Document(`${text}}`, raw);
  }

  value(name: string): unknown {
    if (this.#values.has(name)) return this.#values.get(name);
    const raw = this.raw.get(name);
    const value: unknown = raw === undefined ? undefined : JSON.parse(raw);
    this.#values.set(name, value);
    return value;
  }
}

/** What views share, so that a whole resource inside a message is not parsed to be serialised again. */
const textOf = Symbol('the text of an unchanged view');

/** A value's JSON; undefined for one that JSON leaves out. */
export const serialise = (value: unknown): string | undefined =>
  (typeof value === 'object' && value !== null && (value as { [textOf]?: string })[textOf]) || JSON.stringify(value);

export interface ViewOf<R> {
  (document: Document, changes?: Readonly<Record<string, unknown>>): R;
}

/**
 * Makes a room's resources readable as plain objects, `order.lineItems`, over a document and the changes made to it.
 * `names` are all members a resource of the room can have.
 */
export const defineView = <R>(names: readonly string[]): ViewOf<R> => {
  class View {
    readonly #document: Document;
    readonly #changes: Readonly<Record<string, unknown>>;

    constructor(document: Document, changes: Readonly<Record<string, unknown>>) {
      this.#document = document;
      this.#changes = changes;
    }

    static read(view: View, name: string): unknown {
      return Object.hasOwn(view.#changes, name) ? view.#changes[name] : view.#document.value(name);
    }

    get [textOf](): string | undefined {
      return Object.keys(this.#changes).length === 0 ? this.#document.text : undefined;
    }

    toJSON(): unknown {
      return Object.fromEntries(names.map(name => [name, View.read(this, name)]));
    }
  }
  for (const name of names)
    Object.defineProperty(View.prototype, name, {
      enumerable: true,
      get(this: View) {
        return View.read(this, name);
      },
    });
  return (document, changes = {}) => new View(document, changes) as unknown as R;
};
