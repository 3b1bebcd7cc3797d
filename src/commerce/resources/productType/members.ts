/** The definition of an attribute, with the type of its values and the constraint among variants. */
import { required, invalidOperation, requiredField } from '../../../base/errors/ApiError.js';
import type { Static } from '@sinclair/typebox';
import {
  Flag,
  Key,
  List,
  LocalizedString,
  OneOf,
  Optional,
  Shape,
  NonEmptyText,
  Text,
} from '../../../engine/schema/primitives.js';
import { assertEnumValues, EnumValue } from '../shared/enumValues.js';
import { TextInputHint } from '../shared/fieldDefinition.js';
import { Reference } from '../../../engine/schema/reference.js';
import { Named } from '../../../engine/schema/Named.js';
import type { Base } from '../../../engine/define/Base.js';

const kinds = [
  'boolean',
  'text',
  'ltext',
  'enum',
  'lenum',
  'number',
  'money',
  'date',
  'time',
  'datetime',
  'reference',
  'nested',
] as const;

/** The resource types that attributes may refer to. */
const AttributeReferenceTypeId = OneOf([
  'associate-role',
  'business-unit',
  'cart',
  'cart-discount',
  'category',
  'channel',
  'customer',
  'customer-group',
  'key-value-document',
  'order',
  'product',
  'product-type',
  'review',
  'shipping-method',
  'state',
  'zone',
]);

const kindMembers = {
  values: Optional(List(EnumValue)),
  referenceTypeId: Optional(AttributeReferenceTypeId),
  typeReference: Optional(Reference('product-type')),
};

const ElementType = Named(
  'AttributeElementType',
  Shape({ name: OneOf(kinds), ...kindMembers }, { queryableMembers: ['elementType'] }),
  { type: 'AttributeDefinitionType', input: 'AttributeSetElementTypeDraft' },
);
const AttributeType = Named(
  'AttributeType',
  Shape({ name: OneOf([...kinds, 'set']), ...kindMembers, elementType: Optional(ElementType) }),
  { type: 'AttributeDefinitionType', input: 'AttributeTypeDraft' },
);

const AttributeLevel = Named('AttributeLevel', OneOf(['Product', 'Variant']), { type: 'Level', input: 'Level' });
const AttributeConstraint = Named('AttributeConstraint', OneOf(['None', 'Unique', 'CombinationUnique', 'SameForAll']));

export const AttributeDefinition = Named(
  'AttributeDefinition',
  Shape({
    type: AttributeType,
    name: Key,
    label: LocalizedString,
    isRequired: Flag,
    level: AttributeLevel,
    attributeConstraint: AttributeConstraint,
    inputTip: Optional(LocalizedString),
    inputHint: TextInputHint,
    isSearchable: Flag,
  }),
);

export const AttributeDefinitionDraft = Named(
  'AttributeDefinitionDraft',
  Shape({
    type: AttributeType,
    name: Key,
    label: LocalizedString,
    isRequired: Flag,
    level: Optional(AttributeLevel),
    attributeConstraint: Optional(AttributeConstraint),
    inputTip: Optional(LocalizedString),
    inputHint: Optional(TextInputHint),
    isSearchable: Optional(Flag),
  }),
);

export type AttributeType = Static<typeof AttributeType>;
export type AttributeDefinition = Static<typeof AttributeDefinition>;

/** The member that an attribute type needs beside its name. */
const neededMember = new Map<string, 'values' | 'referenceTypeId' | 'typeReference' | 'elementType'>([
  ['enum', 'values'],
  ['lenum', 'values'],
  ['reference', 'referenceTypeId'],
  ['nested', 'typeReference'],
  ['set', 'elementType'],
]);

/** Keeps only the members that belong to an attribute type. */
const toAttributeType = (type: AttributeType, field: string): AttributeType => {
  const { name } = type;
  const member = neededMember.get(name);
  if (member === undefined) return { name };
  if (type[member] === undefined) throw requiredField(`${field}.${member}`, `an attribute of type ${name} has it`);
  if (member === 'values') assertEnumValues(type.values ?? [], name === 'lenum', `${field}.values`);
  return {
    name,
    [member]:
      member === 'elementType'
        ? toAttributeType(required(type.elementType, `${field}.elementType`), `${field}.elementType`)
        : type[member],
  };
};

/** Converts a draft to a stored definition with default values. */
export const toAttributeDefinition = ({
  type,
  name,
  label,
  isRequired,
  level = 'Variant',
  attributeConstraint = 'None',
  inputTip,
  inputHint = 'SingleLine',
  isSearchable = true,
}: Static<typeof AttributeDefinitionDraft>): AttributeDefinition => {
  if (level === 'Product' && attributeConstraint !== 'None')
    throw invalidOperation(
      `The attribute '${name}' belongs to the product as a whole: expected the attributeConstraint None, ` +
        `got ${attributeConstraint}.`,
    );
  return {
    type: toAttributeType(type, `attributes.${name}.type`),
    name,
    label,
    isRequired,
    level,
    attributeConstraint,
    inputTip,
    inputHint,
    isSearchable,
  };
};

/** Finds the enum type of an attribute, which a set holds as its element type; undefined for other types. */
export const enumTypeOf = ({ type }: AttributeDefinition): AttributeType | undefined => {
  const holder = type.name === 'set' ? type.elementType : type;
  return holder?.values === undefined ? undefined : holder;
};

const plain = { key: Optional(Key), name: NonEmptyText, description: Text };

export const ProductTypeMembers = Shape({ ...plain, attributes: List(AttributeDefinition) });

export const ProductTypeDraft = Shape({ ...plain, attributes: Optional(List(AttributeDefinitionDraft)) });

/** The stamp of a product type, for responses about its products. */
export const productTypeStamp = (id: string): string => `product-type:${id}`;

export type ProductType = Base & Static<typeof ProductTypeMembers>;
