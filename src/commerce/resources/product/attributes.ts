/** Checks attribute values against their definitions in the product type. */
import { limits } from '../../../base/config/limits.js';
import { required, fail, invalidOperation, invalidField, requiredField } from '../../../base/errors/ApiError.js';
import type { Static } from '@sinclair/typebox';
import { sameValue } from '../../../engine/document/sameValue.js';
import type { Context } from '../../../engine/define/Context.js';
import { compileValidator } from '../../../engine/define/compileValidator.js';
import { collectErrors } from '../../../base/errors/PhaseErrors.js';
import type { AttributeDefinition, AttributeType, ProductType } from '../productType/members.js';
import { List, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { createLookup, enumValueOf, fieldValueOf, setOf } from '../shared/fieldValue.js';
import { FieldValue } from '../../../engine/schema/customFields.js';
import { Named } from '../../../engine/schema/Named.js';

/** An attribute has a name that a product type defines. */
const AttributeName = { ...Text, declaredBy: 'product-type' };
const Attribute = Named('Attribute', Shape({ name: AttributeName, value: FieldValue }), {
  type: 'RawProductAttribute',
});
export const Attributes = List(Attribute);
export const AttributeDrafts = List(
  Named('AttributeDraft', Shape({ name: Text, value: Optional(FieldValue) }), { input: 'ProductAttributeInput' }),
);

export type Attribute = Static<typeof Attribute>;
export type AttributeDraft = Static<typeof AttributeDrafts>[number];
type Level = AttributeDefinition['level'];

/** Maps attribute types to the custom field types of the same values. */
const fieldKinds = {
  boolean: 'Boolean',
  text: 'String',
  ltext: 'LocalizedString',
  number: 'Number',
  money: 'Money',
  date: 'Date',
  time: 'Time',
  datetime: 'DateTime',
  reference: 'Reference',
} as const;

const validateNested = compileValidator(Shape({ value: Attributes }));

/** Converts a value to its stored form, with labels of enum values and ids of references. */
export const toAttributeValue = (type: AttributeType, value: unknown, field: string, context: Context): unknown => {
  switch (type.name) {
    case 'set': {
      const elementType = required(type.elementType, `the element type of ${field}`);
      return setOf(value, field, elementType.name, context, (item, at) =>
        toAttributeValue(elementType, item, at, context),
      );
    }
    case 'enum':
    case 'lenum': {
      const key = typeof value === 'object' && value !== null ? ((value as { key?: unknown }).key ?? value) : value;
      return enumValueOf(required(type.values, `the enum values of ${field}`), key, field);
    }
    // Another product type declares the attributes within; beforeCommit.ts checks them.
    case 'nested': {
      const holder = { value: structuredClone(value) };
      if (validateNested(holder).length > 0)
        throw invalidField(field, value, 'Expected a list of objects with name and value.');
      return holder.value;
    }
    default:
      return fieldValueOf(
        { name: fieldKinds[type.name], referenceTypeId: type.referenceTypeId },
        value,
        field,
        context,
      );
  }
};

/** Refuses a text that is too long for searches, as a whole or in a list or a language. */
const assertSearchable = (value: unknown, field: string): void => {
  if (typeof value === 'string') {
    if (value.length <= limits.searchableLengthMax) return;
    throw invalidField(
      field,
      value,
      `Expected at most ${limits.searchableLengthMax} characters, since the attribute is searchable; ` +
        `it has ${value.length}.`,
    );
  }
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) assertSearchable(each, field);
};

const textTypes = ['text', 'ltext'];

/** Converts a value to its stored form, by the definition of its attribute. */
const toDefinedValue = (
  { type, isSearchable }: AttributeDefinition,
  value: unknown,
  field: string,
  context: Context,
) => {
  const converted = toAttributeValue(type, value, field, context);
  if (isSearchable && textTypes.includes(type.elementType?.name ?? type.name)) assertSearchable(converted, field);
  return converted;
};

export const definitionByName = createLookup<AttributeDefinition>(({ name }) => name);

/** Finds the definition of an attribute at the level of the product or of its variants (ERR049). */
export const findDefinition = (
  { attributes, name: typeName }: ProductType,
  name: string,
  level: Level,
): AttributeDefinition => {
  const found = definitionByName(attributes, name);
  if (found === undefined) throw fail('AttributeNameDoesNotExist', { invalidAttributeName: name, typeName });
  if (found.level !== level)
    throw invalidOperation(
      `The attribute '${name}' of the product type '${typeName}' has the level ${found.level}; ` +
        `it was set at the level ${level}.`,
    );
  return found;
};

const missingAttribute = (name: string) => requiredField(`attributes.${name}`, 'the product type requires it');

/** Converts drafts to attributes; of duplicates the last one counts, and required attributes must be present. */
export const toAttributes = (
  drafts: readonly AttributeDraft[],
  productType: ProductType,
  level: Level,
  context: Context,
): Attribute[] => {
  const given = drafts.filter(({ value }) => value !== undefined);
  const byName = new Map<string, Attribute>();
  collectErrors(context.errors, errors => {
    for (const { name, value } of given) {
      const toValue = () =>
        toDefinedValue(findDefinition(productType, name, level), value, `attributes.${name}`, context);
      byName.set(name, { name, value: errors.run(toValue, undefined) });
    }
    for (const { name, level: definedLevel, isRequired } of productType.attributes)
      if (definedLevel === level && isRequired && !byName.has(name)) errors.add(missingAttribute(name));
  });
  return [...byName.values()];
};

/**
 * Makes a function that sets an attribute or, without a value, removes it; an attribute without a definition can only
 * be removed. The value is converted once for all lists. A list that already has the value is returned as it is.
 */
export const attributesSetter = (
  { name, value }: AttributeDraft,
  productType: ProductType,
  level: Level,
  context: Context,
): ((attributes: Attribute[]) => Attribute[]) => {
  if (value === undefined) {
    if (productType.attributes.some(each => each.name === name && each.isRequired)) throw missingAttribute(name);
    return attributes => {
      const old = attributes.find(each => each.name === name);
      if (old === undefined) findDefinition(productType, name, level);
      return old === undefined ? attributes : attributes.filter(each => each !== old);
    };
  }
  const definition = findDefinition(productType, name, level);
  const next = { name, value: toDefinedValue(definition, value, `attributes.${name}`, context) };
  return attributes => {
    const at = attributes.findIndex(each => each.name === name);
    if (at < 0) return [...attributes, next];
    if (sameValue(attributes[at]?.value, next.value)) return attributes;
    // Many variants get the value at once: this is faster than `with`.
    const changed = attributes.slice();
    changed[at] = next;
    return changed;
  };
};
