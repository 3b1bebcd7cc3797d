import type { FieldDelta, FieldValue, Claim } from '../../store/ChangeSet.js';
import { type IndexableValue, hashedValue, customFieldPath } from '../define/compileIndexes.js';
import { type IndexedPath, indexedValueLengthMax, type ResourceSchema } from '../define/ResourceSchema.js';
import { sharedElements, sharedOf, unsharedOf } from '../document/arrayChange.js';
import { resourceStamp } from '../define/ResponseSources.js';
import { sharedStamp } from '../SharedReads.js';
import type { Base } from '../define/Base.js';
import type { Claims } from '../define/DefinitionGroups.js';
import type { ResourceType } from '../define/ResourceType.js';

type Values = Readonly<Record<string, unknown>>;

/** A path, split into member names. */
interface FieldPath {
  readonly path: string;
  readonly steps: readonly string[];
  readonly derived?: IndexedPath['derived'];
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

/** Bounds the texts that are searched one by one; a cart may have hundreds. */
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

/** The texts that no element of a list leads to; the search ends when none is left. */
const textsNotIn = <P extends FieldPath>(
  texts: readonly string[],
  list: readonly unknown[],
  path: P,
  toText: ToText<P>,
): readonly string[] => {
  let left = texts;
  for (let at = 0; at < list.length && left.length > 0; at++) {
    const found = textsFrom(list[at], 1, path, toText);
    // Most elements have one text, which is not among those left.
    const isIn = typeof found === 'string' ? left.includes(found) : found !== undefined;
    if (isIn) left = textsWithout(left, listOf(found));
  }
  return left;
};

/** Adds the changes where the first step of a path leads to a list: most elements are the same before and after. */
const addListDelta = <P extends FieldPath>(
  path: P,
  before: readonly unknown[],
  after: readonly unknown[],
  toText: ToText<P>,
  { added, removed }: GrowingDelta,
): void => {
  const shared = sharedElements(before, after);
  const textsBefore = distinctTexts(unsharedOf(before, shared), 1, path, toText);
  const textsAfter = distinctTexts(unsharedOf(after, shared), 1, path, toText);
  const kept = sharedOf(after, shared);
  const add = (texts: readonly string[], others: readonly string[], values: FieldValue[]): void => {
    for (const value of textsNotIn(textsWithout(texts, others), kept, path, toText))
      values.push({ path: path.path, value });
  };
  add(textsBefore, textsAfter, removed);
  add(textsAfter, textsBefore, added);
};

const firstValue = (resource: object | undefined, { steps, derived }: FieldPath): unknown => {
  if (derived === undefined || resource === undefined) return (resource as Values | undefined)?.[steps[0]!];
  return derived.derive(resource as Base);
};

/** The values at some paths that a write adds and removes, as texts; values without a text are left out. */
const fieldDelta = <P extends FieldPath>(
  paths: readonly P[],
  before: object | undefined,
  after: object | undefined,
  toText: ToText<P>,
): FieldDelta => {
  const delta: GrowingDelta = { added: [], removed: [] };
  for (const path of paths) {
    const [old, next] = [firstValue(before, path), firstValue(after, path)];
    if (Array.isArray(old) && Array.isArray(next)) addListDelta(path, old, next, toText, delta);
    else addDelta(path.path, textsFrom(old, 1, path, toText), textsFrom(next, 1, path, toText), delta);
  }
  return delta;
};

const toIndexText = (value: IndexableValue, { hashed }: IndexedPath): string | undefined => {
  if (hashed) return hashedValue(value);
  const text = String(value);
  return text.length <= indexedValueLengthMax ? text : undefined;
};

const isAffected = ({ steps, derived }: IndexedPath, changed: ReadonlySet<string>): boolean =>
  derived === undefined ? changed.has(steps[0]!) : derived.from.some(name => changed.has(name));

/** Returns the changes of the secondary indexes; `changed` holds the changed members, absent for all. */
export const indexDelta = (
  { indexes }: Pick<ResourceSchema, 'indexes'>,
  before: object | undefined,
  after: object | undefined,
  changed?: ReadonlySet<string>,
): FieldDelta =>
  fieldDelta(
    changed === undefined ? indexes : indexes.filter(index => isAffected(index, changed)),
    before,
    after,
    toIndexText,
  );

type ClaimsByName = ReadonlyMap<string, Claim>;

const claimsByName = ({ values, among }: Claims<Base>, resource: Base | undefined): ClaimsByName => {
  const all = resource === undefined ? [] : (values?.(resource) ?? []);
  return new Map(
    all.map(claim => [`${claim.path}:${claim.value}`, among === undefined ? claim : { ...claim, typeId: among }]),
  );
};

const claimsWithout = (claims: ClaimsByName, others: ClaimsByName): Claim[] =>
  [...claims].filter(([name]) => !others.has(name)).map(([, claim]) => claim);

/**
 * Returns the changes of a resource's unique values: those of its unique fields, and those that its type computes.
 * `changed` holds the changed members, absent for all.
 */
export const uniqueDelta = (
  { unique, definition }: ResourceType,
  before: Base | undefined,
  after: Base | undefined,
  changed?: ReadonlySet<string>,
): FieldDelta<Claim> => {
  const paths = unique.filter(field => changed?.has(field) ?? true).map(field => ({ path: field, steps: [field] }));
  const fields = fieldDelta(paths, before, after, String);
  const { claims } = definition;
  if (claims?.values === undefined) return fields;
  if (changed !== undefined && claims.members?.some(name => changed.has(name)) === false) return fields;
  const [claimsBefore, claimsAfter] = [claimsByName(claims, before), claimsByName(claims, after)];
  return {
    added: [...fields.added, ...claimsWithout(claimsAfter, claimsBefore)],
    removed: [...fields.removed, ...claimsWithout(claimsBefore, claimsAfter)],
  };
};

/** The names that a write stamps: those of the resource before and after it. */
export const stampsOf = (
  { typeId, definition: { stamps, derived } }: ResourceType,
  before: Base | undefined,
  after: Base | undefined,
): readonly string[] | undefined => {
  const tellsSources = derived?.responseMembers?.tellsSources === true;
  if (stamps === undefined && !tellsSources) return undefined;
  const namesOf = (resource: Base): readonly string[] => [
    ...(tellsSources ? [resourceStamp(typeId, resource.id)] : []),
    ...(stamps?.(resource) ?? []),
  ];
  return [...new Set([before, after].flatMap(resource => (resource === undefined ? [] : namesOf(resource))))];
};

/** The name that a write of a shared resource stamps; undefined where the part that others read is unchanged. */
export const sharedStampOf = (
  { typeId, definition: { shared } }: ResourceType,
  before: Base | undefined,
  after: Base | undefined,
): string | undefined => {
  if (shared === undefined) return undefined;
  const isSame = shared !== true && (before && shared(before)) === (after && shared(after));
  return isSame ? undefined : sharedStamp(typeId);
};

type Fields = Readonly<Record<string, unknown>>;

const noFields: Fields = {};

const fieldsOf = (resource: (Base & { readonly custom?: { readonly fields?: Fields } }) | undefined): Fields =>
  resource?.custom?.fields ?? noFields;

/**
 * Returns the changes of the lists for the values of custom fields, as if all fields were indexed: the commit leaves
 * out those that are not. Undefined where no list changes; `changed` holds the changed members, absent for all.
 */
export const customFieldDelta = (
  { hasCustomFields }: Pick<ResourceSchema, 'hasCustomFields'>,
  before: Base | undefined,
  after: Base | undefined,
  changed?: ReadonlySet<string>,
): FieldDelta | undefined => {
  if (!hasCustomFields || changed?.has('custom') === false) return undefined;
  const [fieldsBefore, fieldsAfter] = [fieldsOf(before), fieldsOf(after)];
  if (fieldsBefore === noFields && fieldsAfter === noFields) return undefined;
  const names = new Set([...Object.keys(fieldsBefore), ...Object.keys(fieldsAfter)]);
  const paths = [...names].map(name => ({ path: customFieldPath(name), steps: [name] }));
  const delta = fieldDelta(paths, fieldsBefore, fieldsAfter, hashedValue);
  return delta.added.length + delta.removed.length === 0 ? undefined : delta;
};
