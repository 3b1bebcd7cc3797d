/** References inside of plain values, and the keys of the resources that they refer to, which predicates may name. */
import { isJsonObject } from '../../engine/document/json.js';

interface IdReference {
  readonly typeId: string;
  readonly id: string;
}

export type Keys = ReadonlyMap<string, string | undefined>;

const isReference = (value: unknown): value is IdReference =>
  isJsonObject(value) && typeof value.typeId === 'string' && typeof value.id === 'string';

/** The references in a value. Those in variants of items are left out: predicates name no keys there. */
export const referencesIn = (value: unknown): readonly IdReference[] => {
  const found: IdReference[] = [];
  JSON.stringify(value, (name, member: unknown) => {
    if (isReference(member)) found.push(member);
    return name === 'variant' ? undefined : member;
  });
  return found;
};

/** A reference with the key of its resource, where that was read; other values as they are. */
export const withKey = (value: unknown, keys: Keys): unknown =>
  keys.size > 0 && isReference(value) ? { ...value, key: keys.get(value.id) } : value;

/** A plain copy of a value in which all references have their keys. */
export const copyWithKeys = (value: unknown, keys: Keys): unknown => {
  const text = JSON.stringify(value);
  if (text === undefined) return undefined;
  return JSON.parse(text, keys.size === 0 ? undefined : (_name, member: unknown) => withKey(member, keys));
};
