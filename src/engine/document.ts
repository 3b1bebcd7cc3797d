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

/** Where the top-level members of a text lie, in its order: each begins with the quote of its name. */
interface Spans { readonly names: string[]; readonly starts: number[]; readonly valueStarts: number[]; readonly ends: number[] }

/** The text is our own JSON, without white space. */
const scan = (text: string): Spans => {
  const spans: Spans = { names: [], starts: [], valueStarts: [], ends: [] };
  let at = 1;
  while (text.charCodeAt(at) === quote) {
    const nameEnd = skipString(text, at);
    const end = skipValue(text, nameEnd + 1);
    spans.names.push(text.slice(at + 1, nameEnd - 1));
    spans.starts.push(at);
    spans.valueStarts.push(nameEnd + 1);
    spans.ends.push(end);
    at = end + 1;
  }
  return spans;
};

type Values = Readonly<Record<string, unknown>>;

const memberText = (name: string, value: unknown): string | undefined => {
  const text = serialise(value);
  return text === undefined ? undefined : `"${name}":${text}`;
};

export class Document {
  #body: Buffer | undefined;
  #spans: Spans | undefined;
  /** Parsed members; a member that was never read is not here. */
  #parsed: Map<string, unknown> | undefined;

  /** `values` are members whose value is at hand; all others are the base's, or in the text. */
  private constructor(readonly text: string, private readonly values: Values, private readonly base?: Document) {}

  /** Opens a stored body. */
  static open(body: Buffer): Document {
    const document = new Document(body.toString(), {});
    document.#body = body;
    return document;
  }

  /** The document of `members`, in the order of `names`; `base` lends the bytes of all that `members` does not name. */
  static compose(names: readonly string[], members: Values, base?: Document): Document {
    const parts = base === undefined ? names.map(name => memberText(name, members[name])) : base.#partsWith(names, members) ?? base.#lookedUpWith(names, members);
    return new Document(`{${parts.filter(part => part !== undefined).join(',')}}`, members, base);
  }

  /** The text's bytes, made once: what is stored is what is answered. */
  get body(): Buffer {
    return this.#body ??= Buffer.from(this.text);
  }

  value(name: string): unknown {
    if (Object.hasOwn(this.values, name)) return this.values[name];
    return this.base === undefined ? this.#parse(name) : this.base.value(name);
  }

  #scanned(): Spans {
    return this.#spans ??= scan(this.text);
  }

  #rawAt(at: number): string {
    const { valueStarts, ends } = this.#scanned();
    return this.text.slice(valueStarts[at], ends[at]);
  }

  #parse(name: string): unknown {
    const parsed = this.#parsed ??= new Map<string, unknown>();
    if (parsed.has(name)) return parsed.get(name);
    const at = this.#scanned().names.indexOf(name);
    const value: unknown = at < 0 ? undefined : JSON.parse(this.#rawAt(at));
    parsed.set(name, value);
    return value;
  }

  /**
   * The members with changes, where unchanged neighbours are one slice of this text. Undefined when this text's members
   * do not stand in the order of `names`, as in a body that an older declaration wrote.
   */
  #partsWith(names: readonly string[], changes: Values): (string | undefined)[] | undefined {
    const { names: held, starts, ends } = this.#scanned();
    const parts: (string | undefined)[] = [];
    let at = 0;
    let runStart = 0;
    const endRun = (): void => {
      if (runStart < at) parts.push(this.text.slice(starts[runStart], ends[at - 1]));
    };
    for (const name of names) {
      const isHeld = held[at] === name;
      if (Object.hasOwn(changes, name)) {
        endRun();
        parts.push(memberText(name, changes[name]));
        if (isHeld) at++;
        runStart = at;
      } else if (isHeld) at++;
    }
    endRun();
    return at === held.length ? parts : undefined;
  }

  /** The same, member by member. */
  #lookedUpWith(names: readonly string[], changes: Values): (string | undefined)[] {
    const { names: held } = this.#scanned();
    return names.map(name => {
      if (Object.hasOwn(changes, name)) return memberText(name, changes[name]);
      const at = held.indexOf(name);
      return at < 0 ? undefined : `"${name}":${this.#rawAt(at)}`;
    });
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
