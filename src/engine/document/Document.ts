/**
 * A stored resource that is opened member by member. Its text is the body of a GET response:
 *
 *   {"id":"…","version":7,"createdAt":"…", … ,"lineItems":[ … ], … }
 *
 * Opening it only finds where each top-level member lies. A member is parsed when it is read, and a new text takes over
 * the bytes of all members that did not change: an update of two members of an order neither parses nor serialises its
 * line items.
 *
 * The first members of some resource types make a head, which ends with spaces for longer values. An update that
 * changes no other member, and whose head fits, leaves all bytes behind the head where they are.
 */

import { openBrace, openBracket, space } from '../../store/jsonPunctuation.js';
import { allocateShortLived } from '../../base/memory/shortLivedBytes.js';
import { headCapacity } from './BodyBuilder.js';
import { type ArrayChange, findArrayChange, longArrayBytes } from './arrayChange.js';
import { changedMembers, composeInAnyOrder, composeInOrder, memberText } from './composeBody.js';
import { scanSpans, type Spans } from './scanSpans.js';

type Values = Readonly<Record<string, unknown>>;

/** Matches a string of ASCII without escapes, such as ids and times. */
const plainText = /^"[ !#-[\]-~]*"$/;
/** Matches integers that a number holds exactly. */
const digits = /^\d{1,15}$/;
/** Matches numbers, flags and null. */
const plainValue = /^[\w.+-]*$/;

const memberTexts = (names: readonly string[], members: Values): string =>
  names
    .map(name => memberText(name, members[name]))
    .filter(part => part !== undefined)
    .join(',');

/** Joins the texts of head and rest, with the spaces between them; the length of a head counts its opening brace. */
const padHead = (head: string, rest: string): string => {
  const length = 1 + Buffer.byteLength(head);
  const padding = ' '.repeat(headCapacity(length) - length);
  return rest === '' ? `${head}${padding}` : `${head}${padding},${rest}`;
};

/** Values by the names of members. */
export type ParsedMembers = ReadonlyMap<string, unknown>;

/** A body and, where that is known, the places of its members: enough to open the document again. */
export interface DocumentSnapshot {
  readonly body: Buffer;
  readonly spans?: Spans;
}

/** Decodes single members only, since most of a body is never read. */
export class Document {
  #text: string | undefined;
  #unchangedFrom: number | undefined;
  #spans: Spans | undefined;
  /** Parsed members; a member that was never read is not here. */
  #parsed: Map<string, unknown> | undefined;
  /** Changes of long arrays of the base. */
  #arrayChanges: ReadonlyMap<string, ArrayChange> | undefined;

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

  static open(body: Buffer, spans?: Spans, parsed?: ParsedMembers): Document {
    const document = new Document(body, {});
    document.#spans = spans;
    // A copy, since the document adds the members that it parses.
    if (parsed !== undefined) document.#parsed = new Map(parsed);
    return document;
  }

  /**
   * Makes a document of `members`, in the order of `names`; members of `base` that `members` does not name keep their
   * bytes. The first `headCount` names make the head; 0 for none.
   */
  static compose(names: readonly string[], members: Values, base?: Document, headCount = 0): Document {
    if (base !== undefined) return base.#with(names, members, headCount);
    const rest = memberTexts(names.slice(headCount), members);
    const text = `{${headCount === 0 ? rest : padHead(memberTexts(names.slice(0, headCount), members), rest)}}`;
    const body = allocateShortLived(Buffer.byteLength(text));
    body.write(text);
    const document = new Document(body, members, undefined, true);
    document.#text = text;
    return document;
  }

  /** Opens the same body again: its bytes may have changed since it was read. */
  reopen(): Document {
    return Document.open(this.body, this.#spans);
  }

  /**
   * The position from which all bytes are those of the document that this one was composed from; undefined where bytes
   * behind the head changed. Both documents have the same length then.
   */
  get unchangedFrom(): number | undefined {
    return this.#unchangedFrom;
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

  /** The bytes of a member's value, without the spaces behind a head. */
  #rangeOf(at: number): readonly [from: number, to: number] {
    const { names, starts } = this.#spansOfBody();
    let to = starts[at + 1]! - 1;
    while (this.body[to - 1] === space) to--;
    return [starts[at]! + names[at]!.length + 3, to];
  }

  #valueAt(at: number): unknown {
    const { body } = this;
    const [from, to] = this.#rangeOf(at);
    if (body[from] === openBrace || body[from] === openBracket) return JSON.parse(body.toString('utf8', from, to));
    const bytes = body.toString('latin1', from, to);
    if (digits.test(bytes)) return Number(bytes);
    if (plainText.test(bytes)) return bytes.slice(1, -1);
    return JSON.parse(plainValue.test(bytes) ? bytes : body.toString('utf8', from, to));
  }

  /** The long arrays that were parsed, in this document or before it was changed. */
  longArrays(): ParsedMembers | undefined {
    let arrays: Map<string, unknown> | undefined;
    for (const name of this.#opened.#parsed?.keys() ?? []) {
      const array = this.#longArray(name);
      if (array !== undefined) (arrays ??= new Map<string, unknown>()).set(name, array);
    }
    return arrays;
  }

  /** Returns a long array as parsed from the text of this document; undefined where it was not parsed. */
  #longArray(name: string): readonly unknown[] | undefined {
    if (Object.hasOwn(this.values, name)) return this.#arrayChanges?.get(name)?.parse();
    if (this.base !== undefined) return this.base.#longArray(name);
    const array = this.#parsed?.get(name);
    if (!Array.isArray(array)) return undefined;
    const [start, end] = this.#rangeOf(this.#spansOfBody().names.indexOf(name));
    return end - start < longArrayBytes ? undefined : (array as unknown[]);
  }

  /** Returns the document from which this one was made by changes. */
  get #opened(): Document {
    return this.base === undefined ? this : this.base.#opened;
  }

  /** Finds the long arrays of which changes keep elements. */
  #findArrayChanges(changes: Values): ReadonlyMap<string, ArrayChange> | undefined {
    let found: Map<string, ArrayChange> | undefined;
    for (const name of Object.keys(changes)) {
      const after = changes[name];
      const before = Array.isArray(after) && after.length > 0 ? this.#longArray(name) : undefined;
      if (before === undefined) continue;
      const [start, end] = this.#rangeOf(this.#spansOfBody().names.indexOf(name));
      const change = findArrayChange(this.body, [start, end], before, after as unknown[]);
      if (change !== undefined) (found ??= new Map<string, ArrayChange>()).set(name, change);
    }
    return found;
  }

  #with(names: readonly string[], changes: Values, headCount: number): Document {
    const spans = this.#spansOfBody();
    const arrayChanges = this.#findArrayChanges(changes);
    const changed = changedMembers(names, changes, arrayChanges);
    const {
      body,
      spans: composedSpans,
      unchangedFrom,
    } = composeInOrder(this.body, spans, names, changed, headCount) ??
    composeInAnyOrder(this.body, spans, names, changed, headCount);
    const document = new Document(body, changes, this);
    document.#spans = composedSpans;
    document.#arrayChanges = arrayChanges;
    document.#unchangedFrom = unchangedFrom;
    return document;
  }
}
