import type { FieldDelta, FieldValue } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import type { IndexableValue } from '../define/hashedValue.js';

type Values = Readonly<Record<string, unknown>>;

/** A path, split into member names. */
export interface FieldPath {
  readonly path: string;
  readonly steps: readonly string[];
}

type ToText = (value: IndexableValue) => string | undefined;

const isIndexable = (value: unknown): value is IndexableValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const noTexts: readonly string[] = [];

const distinctTexts = (list: readonly unknown[], steps: readonly string[], toText: ToText): readonly string[] => {
  const texts = new Set<string>();
  for (const item of list) for (const text of textsAt(item, steps, toText)) texts.add(text);
  return [...texts];
};

/** The texts of the values at a path: most paths lead to one, behind a list there may be many. */
export const textsAt = (resource: unknown, steps: readonly string[], toText: ToText): readonly string[] => {
  let value: unknown = resource;
  for (let at = 0; at < steps.length; at++) {
    if (Array.isArray(value)) return distinctTexts(value, steps.slice(at), toText);
    if (typeof value !== 'object' || value === null) return noTexts;
    value = (value as Values)[steps[at]!];
  }
  if (Array.isArray(value)) return distinctTexts(value, [], toText);
  const text = isIndexable(value) ? toText(value) : undefined;
  return text === undefined ? noTexts : [text];
};

/** Up to so many texts are searched one by one; a cart may have hundreds. */
const searchedTextsMax = 16;

const textsWithout = (texts: readonly string[], others: readonly string[]): readonly string[] => {
  if (others.length <= searchedTextsMax) return texts.filter(text => !others.includes(text));
  const known = new Set(others);
  return texts.filter(text => !known.has(text));
};

/** Adds the texts of one path that a write adds and removes. */
export const addTextDelta = (
  path: string,
  before: readonly string[],
  after: readonly string[],
  { added, removed }: { readonly added: FieldValue[]; readonly removed: FieldValue[] },
): void => {
  for (const value of textsWithout(before, after)) removed.push({ path, value });
  for (const value of textsWithout(after, before)) added.push({ path, value });
};

/** The values at some paths that a write adds and removes, as texts; values without a text are left out. */
export const fieldDelta = <P extends FieldPath>(
  paths: readonly P[],
  before: Base | undefined,
  after: Base | undefined,
  toText: (value: IndexableValue, path: P) => string | undefined,
): FieldDelta => {
  const delta = { added: [], removed: [] };
  for (const fieldPath of paths) {
    const { path, steps } = fieldPath;
    const textsOf = (resource: Base | undefined): readonly string[] =>
      resource === undefined ? noTexts : textsAt(resource, steps, value => toText(value, fieldPath));
    addTextDelta(path, textsOf(before), textsOf(after), delta);
  }
  return delta;
};
