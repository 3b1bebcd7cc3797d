import type { FieldDelta, FieldValue } from '../../store/ChangeSet.js';
import type { IndexableValue } from '../define/hashedValue.js';

type Values = Readonly<Record<string, unknown>>;

/** A path, split into member names. */
export interface FieldPath {
  readonly path: string;
  readonly steps: readonly string[];
}

/** The texts of the values at a path: one where no list is on the way, else any number. */
type Texts = string | undefined | readonly string[];

type ToText<P extends FieldPath> = (value: IndexableValue, path: P) => string | undefined;

const isIndexable = (value: unknown): value is IndexableValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const listOf = (texts: Texts): readonly string[] => {
  if (texts === undefined) return [];
  return typeof texts === 'string' ? [texts] : texts;
};

const distinctTexts = <P extends FieldPath>(
  list: readonly unknown[],
  at: number,
  path: P,
  toText: ToText<P>,
): readonly string[] => {
  const texts = new Set<string>();
  for (const item of list) for (const text of listOf(textsFrom(item, at, path, toText))) texts.add(text);
  return [...texts];
};

/** The texts of the values that the steps from `at` on lead to. */
const textsFrom = <P extends FieldPath>(value: unknown, at: number, path: P, toText: ToText<P>): Texts => {
  const { steps } = path;
  let found = value;
  for (let step = at; step < steps.length; step++) {
    if (Array.isArray(found)) return distinctTexts(found, step, path, toText);
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Values)[steps[step]!];
  }
  if (Array.isArray(found)) return distinctTexts(found, steps.length, path, toText);
  return isIndexable(found) ? toText(found, path) : undefined;
};

/** Up to so many texts are searched one by one; a cart may have hundreds. */
const searchedTextsMax = 16;

const textsWithout = (texts: readonly string[], others: readonly string[]): readonly string[] => {
  if (others.length <= searchedTextsMax) return texts.filter(text => !others.includes(text));
  const known = new Set(others);
  return texts.filter(text => !known.has(text));
};

interface GrowingDelta {
  readonly added: FieldValue[];
  readonly removed: FieldValue[];
}

const addDelta = (path: string, before: Texts, after: Texts, { added, removed }: GrowingDelta): void => {
  if (before === after) return;
  // Most paths lead to one value: lists of one element would be most of the garbage of an update.
  if (typeof before !== 'object' && typeof after !== 'object') {
    if (before !== undefined) removed.push({ path, value: before });
    if (after !== undefined) added.push({ path, value: after });
    return;
  }
  const [textsBefore, textsAfter] = [listOf(before), listOf(after)];
  for (const value of textsWithout(textsBefore, textsAfter)) removed.push({ path, value });
  for (const value of textsWithout(textsAfter, textsBefore)) added.push({ path, value });
};

/** The values at some paths that a write adds and removes, as texts; values without a text are left out. */
export const fieldDelta = <P extends FieldPath>(
  paths: readonly P[],
  before: unknown,
  after: unknown,
  toText: ToText<P>,
): FieldDelta => {
  const delta: GrowingDelta = { added: [], removed: [] };
  for (const path of paths)
    addDelta(path.path, textsFrom(before, 0, path, toText), textsFrom(after, 0, path, toText), delta);
  return delta;
};
