/** Attribute types and names for tests of product types. */
import { newKey } from '../../../support/drafts.js';

export const plainEnum = (...keys: string[]) => ({ name: 'enum', values: keys.map(key => ({ key, label: key })) });
export const localizedEnum = (...keys: string[]) => ({
  name: 'lenum',
  values: keys.map(key => ({ key, label: { en: key } })),
});

export const attributesOf = (resource: object) =>
  (resource as { attributes: { name: string; type: { values: { key: string; label: unknown }[] } }[] }).attributes;
/** Returns the keys of the enum values of one attribute. */
export const valueKeysOf = (resource: object, at = 0) => attributesOf(resource)[at]!.type.values.map(({ key }) => key);

/** Makes an attribute name of one test: a name has one definition in all product types. */
export const newAttributeName = () => newKey('a').slice(0, 20);
