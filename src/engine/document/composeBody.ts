/** Composes the body of a changed document; unchanged neighbours are copied as one piece of the previous body. */
import { BodyBuilder } from './BodyBuilder.js';
import type { ArrayChange } from './arrayChange.js';
import type { Spans } from './scanSpans.js';
import { toJsonText } from './json.js';

interface ComposedBody {
  readonly body: Buffer;
  readonly spans: Spans;
  readonly unchangedFrom?: number;
}

/** A member that a change names; without a text and an array the change removes it. */
interface ChangedMember {
  readonly name: string;
  /** Its place among the declared names. */
  readonly position: number;
  readonly text: string | undefined;
  /** The change of an array that keeps elements. */
  readonly array?: ArrayChange;
}

export const memberText = (name: string, value: unknown): string | undefined => {
  const text = toJsonText(value);
  return text === undefined ? undefined : `"${name}":${text}`;
};

type Positions = ReadonlyMap<string, number>;

/** The places of the names of each resource type. */
const knownPositions = new WeakMap<readonly string[], Positions>();

const positionsOf = (names: readonly string[]): Positions => {
  const known = knownPositions.get(names);
  if (known !== undefined) return known;
  const positions = new Map(names.map((name, position) => [name, position]));
  knownPositions.set(names, positions);
  return positions;
};

/** Inserts into a short list that is in order. */
const insert = (list: ChangedMember[], member: ChangedMember): void => {
  let at = list.length;
  for (; at > 0 && list[at - 1]!.position > member.position; at--) list[at] = list[at - 1]!;
  list[at] = member;
};

/** The changed members in the order of `names`; others are left out. `arrays` are those of which elements stay. */
export const changedMembers = (
  names: readonly string[],
  changes: Readonly<Record<string, unknown>>,
  arrays: ReadonlyMap<string, ArrayChange> | undefined,
): readonly ChangedMember[] => {
  const positions = positionsOf(names);
  const changed: ChangedMember[] = [];
  for (const name of Object.keys(changes)) {
    const position = positions.get(name);
    if (position === undefined) continue;
    const array = arrays?.get(name);
    const text = array === undefined ? memberText(name, changes[name]) : undefined;
    insert(changed, { name, position, text, array });
  }
  return changed;
};

/** The places of a body's members among `names`; empty where they do not stand in that order. */
const positionsInOrder = (spans: Spans, names: readonly string[]): readonly number[] => {
  if (spans.positions !== undefined && spans.positionsAmong === names) return spans.positions;
  spans.positionsAmong = names;
  const positions = positionsOf(names);
  const found: number[] = [];
  for (const name of spans.names) {
    const position = positions.get(name) ?? -1;
    if (position <= (found.at(-1) ?? -1)) return (spans.positions = []);
    found.push(position);
  }
  return (spans.positions = found);
};

/** Copies members that stand in the order of the declared names, with changes between them. */
class OrderedCopy {
  readonly #builder = new BodyBuilder();
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();
  /** Index of the next member of the base. */
  #at = 0;

  constructor(
    private readonly base: Buffer,
    private readonly spans: Spans,
    private readonly positions: readonly number[],
  ) {}

  /** Copies the members before a place among the declared names. */
  copyBefore(position: number): void {
    const first = this.#at;
    while (this.#at < this.positions.length && this.positions[this.#at]! < position) this.#at++;
    this.#builder.addRun(this.base, this.spans.starts, first, this.#at);
  }

  change({ name, position, text, array }: ChangedMember): void {
    this.copyBefore(position);
    const isHeld = this.positions[this.#at] === position;
    if (isHeld) this.#at++;
    if (array !== undefined) {
      this.#builder.addChanged(this.base, this.spans.starts[this.#at - 1]!, array);
      return;
    }
    if (text !== undefined) this.#builder.add(text);
    if (isHeld && text === undefined) this.#removed.add(name);
    else if (!isHeld && text !== undefined) this.#added.add(name);
  }

  /** Ends the head. Returns its end if the head of the base ends there too. */
  endHead(headCount: number): number | undefined {
    this.copyBefore(headCount);
    const capacity = this.spans.starts[this.#at]! - 1;
    return this.#builder.endHead(capacity) === capacity ? capacity : undefined;
  }

  build(names: readonly string[]): ComposedBody {
    this.copyBefore(names.length);
    const { body, starts } = this.#builder.build();
    return {
      body,
      spans:
        this.#added.size + this.#removed.size === 0 ? this.#sharedSpans(names, starts) : this.#newSpans(names, starts),
    };
  }

  /** Bodies with the same members share these lists: otherwise a cache would hold a copy for each body. */
  #sharedSpans(names: readonly string[], starts: readonly number[]): Spans {
    return { names: this.spans.names, starts, positions: this.positions, positionsAmong: names };
  }

  #newSpans(names: readonly string[], starts: readonly number[]): Spans {
    const now = new Set([...this.spans.names, ...this.#added]);
    return { names: names.filter(name => now.has(name) && !this.#removed.has(name)), starts };
  }
}

/** Returns the end of the changed bytes in two bodies that are equal from a position on. */
const changeEnd = (before: Buffer, after: Buffer, equalFrom: number): number => {
  let end = equalFrom;
  while (end > 0 && before[end - 1] === after[end - 1]) end--;
  return end;
};

/**
 * Applies changes; undefined where the members of the base do not stand in the order of `names`, as in a body that an
 * older declaration wrote. The first `headCount` names make the head.
 */
export const composeInOrder = (
  base: Buffer,
  spans: Spans,
  names: readonly string[],
  changed: readonly ChangedMember[],
  headCount: number,
): ComposedBody | undefined => {
  const positions = positionsInOrder(spans, names);
  if (positions.length !== spans.names.length) return undefined;
  const copy = new OrderedCopy(base, spans, positions);
  let isHead = headCount > 0;
  for (const member of changed) {
    if (isHead && member.position >= headCount) {
      copy.endHead(headCount);
      isHead = false;
    }
    copy.change(member);
  }
  const headEnd = isHead ? copy.endHead(headCount) : undefined;
  const { body, spans: composed } = copy.build(names);
  return { body, spans: composed, unchangedFrom: headEnd === undefined ? undefined : changeEnd(base, body, headEnd) };
};

/** Applies changes to a body whose members stand in any order. */
export const composeInAnyOrder = (
  base: Buffer,
  { names: held, starts }: Spans,
  names: readonly string[],
  changed: readonly ChangedMember[],
  headCount: number,
): ComposedBody => {
  const builder = new BodyBuilder();
  const changes = new Map(changed.map(member => [member.name, member]));
  const now: string[] = [];
  for (const [index, name] of names.entries()) {
    if (index === headCount && index > 0) builder.endHead(0);
    const at = held.indexOf(name);
    const member = changes.get(name);
    const array = member?.array;
    if (member === undefined ? at < 0 : member.text === undefined && array === undefined) continue;
    if (array !== undefined) builder.addChanged(base, starts[at]!, array);
    else if (member?.text === undefined) builder.addRun(base, starts, at, at + 1);
    else builder.add(member.text);
    now.push(name);
  }
  const { body, starts: composed } = builder.build();
  return { body, spans: { names: now, starts: composed } };
};
