/**
 * A stored resource that is opened member by member. Its text is the body of a GET response:
 *
 *   {"id":"…","version":7,"createdAt":"…", … ,"lineItems":[ … ], … }
 *
 * Opening it only finds where each top-level member lies. A member is parsed when it is read, and a new text takes over
 * the bytes of all members that did not change: an update of two members of an order neither parses nor serialises its
 * line items.
 */

import { BodyBuilder } from './BodyBuilder.js';
import { scanSpans, type Spans } from './scanSpans.js';
import { toJsonText } from './toJsonText.js';

type Values = Readonly<Record<string, unknown>>;

const memberText = (name: string, value: unknown): string | undefined => {
  const text = toJsonText(value);
  return text === undefined ? undefined : `"${name}":${text}`;
};

/** Matches a string of ASCII without escapes, such as ids and times. */
const plainText = /^"[ !#-[\]-~]*"$/;
/** Matches numbers, flags and null. */
const plainValue = /^[\w.+-]*$/;

const openBrace = 0x7b;
const openBracket = 0x5b;

/** A body and, where that is known, the places of its members: enough to open the document again. */
export interface DocumentSnapshot {
  readonly body: Buffer;
  readonly spans?: Spans;
}

/** Decodes single members only, since most of a body is never read. */
export class Document {
  #text: string | undefined;
  #spans: Spans | undefined;
  /** Parsed members; a member that was never read is not here. */
  #parsed: Map<string, unknown> | undefined;

  /**
   * `values` are members with a known value; the others are read from `base` or from the body, unless `isWhole` says
   * that there are none.
   */
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

  /**
   * Makes a document of `members`, in the order of `names`; members of `base` that `members` does not name keep their
   * bytes.
   */
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

  /** JSON's punctuation is the same in UTF-8 as in text, so each byte is read as one character. */
  #spansOfBody(): Spans {
    return (this.#spans ??= scanSpans(this.body.toString('latin1')));
  }

  #parse(name: string): unknown {
    const parsed = (this.#parsed ??= new Map<string, unknown>());
    if (parsed.has(name)) return parsed.get(name);
    const at = this.#spansOfBody().names.indexOf(name);
    const value: unknown = at < 0 ? undefined : this.#valueAt(at);
    parsed.set(name, value);
    return value;
  }

  #valueAt(at: number): unknown {
    const { body } = this;
    const { names, starts } = this.#spansOfBody();
    const [from, to] = [starts[at]! + names[at]!.length + 3, starts[at + 1]! - 1];
    if (body[from] === openBrace || body[from] === openBracket) return JSON.parse(body.toString('utf8', from, to));
    const bytes = body.toString('latin1', from, to);
    if (plainText.test(bytes)) return bytes.slice(1, -1);
    return JSON.parse(plainValue.test(bytes) ? bytes : body.toString('utf8', from, to));
  }

  #with(names: readonly string[], changes: Values): Document {
    const { body, spans } = this.#withInOrder(names, changes) ?? this.#withInAnyOrder(names, changes);
    const document = new Document(body, changes, this);
    document.#spans = spans;
    return document;
  }

  /**
   * Applies changes; unchanged neighbours are copied as one piece of this body. Undefined when the members of this body
   * do not stand in the order of `names`, as in a body that an older declaration wrote.
   */
  #withInOrder(names: readonly string[], changes: Values): ReturnType<BodyBuilder['build']> | undefined {
    const { names: held, starts } = this.#spansOfBody();
    const builder = new BodyBuilder();
    const now: string[] = [];
    let at = 0;
    let runStart = 0;
    for (const name of names) {
      const isHeld = held[at] === name;
      if (Object.hasOwn(changes, name)) {
        builder.addRun(this.body, starts, runStart, at);
        const part = memberText(name, changes[name]);
        if (part !== undefined) {
          builder.add(part);
          now.push(name);
        }
        if (isHeld) at++;
        runStart = at;
      } else if (isHeld) {
        at++;
        now.push(name);
      }
    }
    builder.addRun(this.body, starts, runStart, at);
    return at === held.length ? builder.build(now) : undefined;
  }

  /** Applies changes to a body whose members stand in any order. */
  #withInAnyOrder(names: readonly string[], changes: Values): ReturnType<BodyBuilder['build']> {
    const { names: held, starts } = this.#spansOfBody();
    const builder = new BodyBuilder();
    const now: string[] = [];
    for (const name of names) {
      const at = held.indexOf(name);
      if (Object.hasOwn(changes, name)) {
        const part = memberText(name, changes[name]);
        if (part === undefined) continue;
        builder.add(part);
      } else if (at < 0) continue;
      else builder.addRun(this.body, starts, at, at + 1);
      now.push(name);
    }
    return builder.build(now);
  }
}
