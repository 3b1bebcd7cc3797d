/**
 * A stored resource opened member by member. Its text is what a GET answers with:
 *
 *   {"id":"…","version":7,"createdAt":"…", … ,"lineItems":[ … ], … }
 *
 * Opening it only finds where each top-level member lies; a member is parsed when somebody reads it, and a new
 * text takes over the bytes of all members that did not change. An update that touches two members of an order
 * thus neither parses nor serialises its line items.
 */
import { scanSpans, type Spans, BodyBuilder } from './scanSpans.js';

type Values = Readonly<Record<string, unknown>>;

const memberText = (name: string, value: unknown): string | undefined => {
  const text = toJsonText(value);
  return text === undefined ? undefined : `"${name}":${text}`;
};

/** A string without escapes and of ASCII alone, such as ids and times; and what is neither a string nor holds any. */
const plainText = /^"[ !#-[\]-~]*"$/;
const plainValue = /^[\w.+-]*$/;

const openBrace = 0x7b;
const openBracket = 0x5b;

/** A body and, where that is known, how its members lie in it: what is kept of a document, to be opened again. */
export interface DocumentSnapshot {
  readonly body: Buffer;
  readonly spans?: Spans;
}

/** Most of it is never looked at, so that nothing decodes it as a whole. */
export class Document {
  #text: string | undefined;
  #spans: Spans | undefined;
  /** Parsed members; a member that was never read is not here. */
  #parsed: Map<string, unknown> | undefined;

  /** `values` are members whose value is at hand; all others are the base's, or in the body, unless it `isWhole` in them. */
  private constructor(
    readonly body: Buffer,
    private readonly values: Values,
    private readonly base?: Document,
    private readonly isWhole = false,
  ) {}

  /** Opens a stored body. */
  static open(body: Buffer, spans?: Spans): Document {
    const document = new Document(body, {});
    document.#spans = spans;
    return document;
  }

  /** The document of `members`, in the order of `names`; `base` lends the bytes of all that `members` does not name. */
  static compose(names: readonly string[], members: Values, base?: Document): Document {
    if (base !== undefined) return base.#with(names, members);
    const text = `{${names
      .map(name => memberText(name, members[name]))
      .filter(part => part !== undefined)
      .join(',')}}`;
    const document = new Document(Buffer.from(text), members, undefined, true);
    document.#text = text;
    return document;
  }

  get text(): string {
    return (this.#text ??= this.body.toString());
  }

  get snapshot(): DocumentSnapshot {
    return { body: this.body, spans: this.#spans };
  }

  value(name: string): unknown {
    if (Object.hasOwn(this.values, name)) return this.values[name];
    if (this.base !== undefined) return this.base.value(name);
    return this.isWhole ? undefined : this.#parse(name);
  }

  /** JSON's own signs stand in UTF-8 as they do in the text, so each byte is looked at as a character. */
  #scanned(): Spans {
    return (this.#spans ??= scanSpans(this.body.toString('latin1')));
  }

  #parse(name: string): unknown {
    const parsed = (this.#parsed ??= new Map<string, unknown>());
    if (parsed.has(name)) return parsed.get(name);
    const at = this.#scanned().names.indexOf(name);
    const value: unknown = at < 0 ? undefined : this.#valueAt(at);
    parsed.set(name, value);
    return value;
  }

  #valueAt(at: number): unknown {
    const { body } = this;
    const { names, starts } = this.#scanned();
    const [from, to] = [starts[at]! + names[at]!.length + 3, starts[at + 1]! - 1];
    if (body[from] === openBrace || body[from] === openBracket) return JSON.parse(body.toString('utf8', from, to));
    const bytes = body.toString('latin1', from, to);
    if (plainText.test(bytes)) return bytes.slice(1, -1);
    return JSON.parse(plainValue.test(bytes) ? bytes : body.toString('utf8', from, to));
  }

  #with(names: readonly string[], changes: Values): Document {
    const { body, spans } = this.#inOrder(names, changes) ?? this.#lookedUp(names, changes);
    const document = new Document(body, changes, this);
    document.#spans = spans;
    return document;
  }

  /**
   * With changes, where unchanged neighbours are one piece of this body. Undefined when its members do not stand in the
   * order of `names`, as in a body that an older declaration wrote.
   */
  #inOrder(names: readonly string[], changes: Values): ReturnType<BodyBuilder['end']> | undefined {
    const { names: held, starts } = this.#scanned();
    const woven = new BodyBuilder();
    const now: string[] = [];
    let at = 0;
    let runStart = 0;
    for (const name of names) {
      const isHeld = held[at] === name;
      if (Object.hasOwn(changes, name)) {
        woven.addRun(this.body, starts, runStart, at);
        const part = memberText(name, changes[name]);
        if (part !== undefined) {
          woven.add(part);
          now.push(name);
        }
        if (isHeld) at++;
        runStart = at;
      } else if (isHeld) {
        at++;
        now.push(name);
      }
    }
    woven.addRun(this.body, starts, runStart, at);
    return at === held.length ? woven.end(now) : undefined;
  }

  /** The same, member by member. */
  #lookedUp(names: readonly string[], changes: Values): ReturnType<BodyBuilder['end']> {
    const { names: held, starts } = this.#scanned();
    const woven = new BodyBuilder();
    const now: string[] = [];
    for (const name of names) {
      const at = held.indexOf(name);
      if (Object.hasOwn(changes, name)) {
        const part = memberText(name, changes[name]);
        if (part === undefined) continue;
        woven.add(part);
      } else if (at < 0) continue;
      else woven.addRun(this.body, starts, at, at + 1);
      now.push(name);
    }
    return woven.end(now);
  }
}

/** What views share, so that a whole resource inside a message is not parsed to be serialised again. */
const textOf = Symbol('the text of an unchanged view');

/** A value's JSON; undefined for one that JSON leaves out. */
export const toJsonText = (value: unknown): string | undefined =>
  (typeof value === 'object' && value !== null && (value as { [textOf]?: string })[textOf]) || JSON.stringify(value);

export interface ViewOf<R> {
  (document: Document, changes?: Readonly<Record<string, unknown>>): R;
}

/**
 * Makes a resource type's resources readable as plain objects, `order.lineItems`, over a document and the changes made to it.
 * `names` are all members a resource of the resource type can have.
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
