/**
 * Shapes with kinds that have their own types in GraphQL. They are declared flat: one shape has the members of all
 * kinds, and a member that tells the kind. GraphQL shows an interface with a type for each kind; an input has one field
 * for each kind, of which exactly one is given.
 */
import type { TSchema } from '@sinclair/typebox';
import {
  FieldEnumValue,
  FieldLocalizedEnumValue,
  LocalizedEnumValue,
  PlainEnumValue,
} from '../../commerce/resources/shared/enumValues.js';
import { Money, MoneyDraft } from '../../commerce/values/money.js';
import { Named } from '../../engine/schema/Named.js';
import { List, Text } from '../../engine/schema/primitives.js';
import type { ObjectShape } from './shapes.js';

/** One kind; the names of required members end with `!`. */
export interface Kind {
  /** The value of the member that tells the kind. */
  readonly value: string;
  readonly type: string;
  /** The name of the input; by default the type's name with `Input`. */
  readonly input?: string;
  /** The name of the field in the input; by default the value. */
  readonly field?: string;
  readonly members: readonly string[];
  /** Members with narrower shapes than declared, for the type and for the input. */
  readonly narrowed?: Readonly<Record<string, readonly [output: TSchema, input: TSchema]>>;
}

export interface Variants {
  /** The member that tells the kind. */
  readonly discriminator: 'type' | 'name';
  /** The kinds; if two have the same value, the first one whose required members are present applies. */
  readonly kinds: readonly Kind[];
}

/** Kinds that the member `type` or `name` tells apart. */
const byType = (...kinds: readonly Kind[]): Variants => ({ discriminator: 'type', kinds });
const byName = (...kinds: readonly Kind[]): Variants => ({ discriminator: 'name', kinds });

const cents = { money: [List(Money), List(MoneyDraft)] } as const;

const discountValue = byType(
  {
    value: 'relative',
    field: 'relativeCart',
    type: 'RelativeCartDiscountValue',
    members: ['permyriad!', 'applicationMode!'],
  },
  { value: 'relative', type: 'RelativeDiscountValue', members: ['permyriad!'] },
  {
    value: 'absolute',
    field: 'absoluteCart',
    type: 'AbsoluteCartDiscountValue',
    members: ['money!', 'applicationMode!'],
    narrowed: cents,
  },
  { value: 'absolute', type: 'AbsoluteDiscountValue', members: ['money!'], narrowed: cents },
  {
    value: 'fixed',
    field: 'fixedCart',
    type: 'FixedPriceCartDiscountValue',
    members: ['money!', 'applicationMode!'],
  },
  { value: 'fixed', type: 'FixedPriceDiscountValue', members: ['money!'] },
  {
    value: 'giftLineItem',
    type: 'GiftLineItemValue',
    members: ['product!', 'variantId!', 'supplyChannel', 'distributionChannel'],
  },
);

const productDiscountValue = byType(
  { value: 'relative', type: 'RelativeDiscountValue', members: ['permyriad!'] },
  { value: 'absolute', type: 'AbsoluteDiscountValue', members: ['money!'], narrowed: cents },
  { value: 'external', type: 'ExternalDiscountValue', members: [] },
);

const discountTypeCombination = byType(
  { value: 'Stacking', type: 'Stacking', members: [] },
  { value: 'BestDeal', type: 'BestDeal', members: ['chosenDiscountType'] },
);

const multiBuy = ['predicate!', 'triggerQuantity!', 'discountedQuantity!', 'maxOccurrence', 'selectionMode!'];

const discountTarget = byType(
  { value: 'lineItems', type: 'LineItemsTarget', members: ['predicate!'] },
  { value: 'customLineItems', type: 'CustomLineItemsTarget', members: ['predicate!'] },
  { value: 'shipping', type: 'ShippingTarget', members: [] },
  { value: 'totalPrice', type: 'CartDiscountTotalPriceTarget', members: [] },
  {
    value: 'pattern',
    type: 'CartDiscountPatternTarget',
    members: ['triggerPattern!', 'targetPattern!', 'maxOccurrence', 'selectionMode!'],
  },
  { value: 'multiBuyLineItems', type: 'MultiBuyLineItemsTarget', members: multiBuy },
  { value: 'multiBuyCustomLineItems', type: 'MultiBuyCustomLineItemsTarget', members: multiBuy },
);

const patternCounts = ['predicate!', 'minCount', 'maxCount', 'excludeCount'];

const patternComponent = byType(
  ...['CountOnLineItemUnits', 'CountOnCustomLineItemUnits'].map(value => ({
    value,
    type: value,
    members: patternCounts,
  })),
);

const valuesOf = (value: TSchema) => ({ values: [List(value), List(value)] }) as const;

const simpleFields = ['Boolean', 'Number', 'String', 'LocalizedString', 'Money', 'Date', 'Time', 'DateTime'];
const fieldElements: readonly Kind[] = [
  ...simpleFields.map(value => ({ value, type: `${value}Type`, input: 'SimpleFieldTypeDraft', members: [] })),
  {
    value: 'Enum',
    type: 'EnumType',
    input: 'FieldTypeEnumTypeDraft',
    members: ['values!'],
    narrowed: valuesOf(FieldEnumValue),
  },
  {
    value: 'LocalizedEnum',
    type: 'LocalizedEnumType',
    input: 'FieldTypeLocalizedEnumTypeDraft',
    members: ['values!'],
    narrowed: valuesOf(FieldLocalizedEnumValue),
  },
  { value: 'Reference', type: 'ReferenceType', input: 'FieldTypeReferenceTypeDraft', members: ['referenceTypeId!'] },
];
const fieldType = byName(...fieldElements, {
  value: 'Set',
  type: 'SetType',
  input: 'FieldTypeSetTypeDraft',
  members: ['elementType!'],
});

const simpleAttributes: Readonly<Record<string, string>> = {
  boolean: 'Boolean',
  text: 'Text',
  ltext: 'LocalizableText',
  number: 'Number',
  money: 'Money',
  date: 'Date',
  time: 'Time',
  datetime: 'DateTime',
};
const attributeElements: readonly Kind[] = [
  ...Object.entries(simpleAttributes).map(([value, name]) => ({
    value,
    type: `${name}AttributeDefinitionType`,
    input: 'SimpleAttributeTypeDraft',
    members: [],
  })),
  {
    value: 'enum',
    type: 'EnumAttributeDefinitionType',
    input: 'EnumTypeDraft',
    members: ['values!'],
    narrowed: valuesOf(PlainEnumValue),
  },
  {
    value: 'lenum',
    type: 'LocalizableEnumAttributeDefinitionType',
    input: 'LocalizableEnumTypeDraft',
    members: ['values!'],
    narrowed: valuesOf(LocalizedEnumValue),
  },
  {
    value: 'reference',
    type: 'ReferenceAttributeDefinitionType',
    input: 'ReferenceTypeDefinitionDraft',
    members: ['referenceTypeId!'],
  },
  {
    value: 'nested',
    type: 'NestedAttributeDefinitionType',
    input: 'NestedTypeDraft',
    members: ['typeReference!'],
  },
];
const attributeType = byName(...attributeElements, {
  value: 'set',
  type: 'SetAttributeDefinitionType',
  input: 'AttributeSetTypeDraft',
  members: ['elementType!'],
});

const destination = byType({ value: 'HTTP', type: 'HttpDestination', members: ['url!', 'authentication'] });
const authentication = byType(
  { value: 'AuthorizationHeader', type: 'AuthorizationHeader', members: ['headerValue!'] },
  { value: 'AzureFunctions', type: 'AzureFunctionsAuthentication', members: ['key!'] },
);

const tierKind = (value: string, members: readonly string[]): Kind => ({
  value,
  type: `ShippingRate${value}PriceTier`,
  input: `ShippingRatePriceTier${value}Draft`,
  members: [...members, 'isMatching'],
});
export const priceTier = byType(
  tierKind('CartValue', ['minimumCentAmount!', 'price!']),
  tierKind('CartClassification', ['value!', 'price!']),
  tierKind('CartScore', ['score!', 'price', 'priceFunction']),
);

const rateInputKind = (value: string, members: readonly string[]): Kind => ({
  value,
  type: `${value}ShippingRateInput`,
  input: `${value}ShippingRateInputDraft`,
  members,
});
const rateInput = byType(rateInputKind('Classification', ['key!', 'label!']), rateInputKind('Score', ['score!']));

const schedule = byType(
  { value: 'standard', type: 'StandardSchedule', members: ['value!', 'intervalUnit!'] },
  { value: 'dayOfMonth', type: 'DayOfMonthSchedule', members: ['day!'] },
);

/** The hosted API has another name for these values. */
const Classification = Named('LocalizedEnumValue', FieldLocalizedEnumValue, {
  type: 'ShippingRateInputLocalizedEnumValue',
});

const inputType = byType(
  { value: 'CartValue', type: 'CartValueType', input: 'CartValueInput', members: [] },
  {
    value: 'CartClassification',
    type: 'CartClassificationType',
    input: 'CartClassificationInput',
    members: ['values!'],
    narrowed: valuesOf(Classification),
  },
  { value: 'CartScore', type: 'CartScoreType', input: 'CartScoreInput', members: [] },
);

const variantSelection = byType(
  { value: 'includeOnly', type: 'ProductVariantSelectionIncludeOnly', members: ['skus!'] },
  { value: 'includeAllExcept', type: 'ProductVariantSelectionIncludeAllExcept', members: ['skus!'] },
);

const returnItem = [
  'id!',
  'key',
  'quantity!',
  'comment',
  'shipmentState!',
  'paymentState!',
  'custom',
  'createdAt!',
  'lastModifiedAt!',
];

/** The interfaces by name. */
export const interfaces: ReadonlyMap<string, Variants> = new Map(
  Object.entries({
    AttributeDefinitionType: attributeType,
    CartDiscountTarget: discountTarget,
    CartDiscountValue: discountValue,
    DiscountTypeCombination: discountTypeCombination,
    ExtensionDestination: destination,
    FieldType: fieldType,
    HttpDestinationAuthentication: authentication,
    PatternComponent: patternComponent,
    ProductDiscountValue: productDiscountValue,
    ProductVariantSelection: variantSelection,
    ReturnItem: byType(
      { value: 'LineItemReturnItem', type: 'LineItemReturnItem', members: [...returnItem, 'lineItemId!'] },
      {
        value: 'CustomLineItemReturnItem',
        type: 'CustomLineItemReturnItem',
        members: [...returnItem, 'customLineItemId!'],
      },
    ),
    ShippingRateInput: rateInput,
    ShippingRateInputType: inputType,
    ShippingRatePriceTier: priceTier,
  }),
);

/** The inputs with a field for each kind, by name. */
export const variantInputs: ReadonlyMap<string, Variants> = new Map(
  Object.entries({
    AttributeSetElementTypeDraft: byName(...attributeElements),
    AttributeTypeDraft: attributeType,
    CartDiscountTargetInput: discountTarget,
    CartDiscountValueInput: discountValue,
    ExtensionDestinationInput: destination,
    FieldTypeInput: fieldType,
    FieldTypeSetElementTypeDraft: byName(...fieldElements),
    HttpDestinationAuthenticationInput: authentication,
    PatternComponentInput: patternComponent,
    ProductDiscountValueInput: productDiscountValue,
    RecurrencePolicyScheduleInput: schedule,
    ShippingRateInputDraft: rateInput,
    ShippingRateInputTypeInput: inputType,
    ShippingRatePriceTierDraft: priceTier,
  }),
);

const nameOf = (member: string): string => member.replace('!', '');
const requiredOf = (members: readonly string[]): string[] => members.filter(each => each.endsWith('!')).map(nameOf);

/** Returns the shape of one kind, without the member that tells the kind; members that a draft lacks are omitted. */
export const kindShape = (
  { members, narrowed = {} }: Kind,
  shape: ObjectShape,
  side: 'output' | 'input',
): ObjectShape => {
  const declared = members.map(nameOf).filter(name => shape.properties[name] !== undefined);
  return {
    properties: Object.fromEntries(
      declared.map(name => [name, narrowed[name]?.[side === 'output' ? 0 : 1] ?? shape.properties[name]!]),
    ),
    required: requiredOf(members).filter(name => declared.includes(name)),
  };
};

/** Returns the shape of the members that all kinds share, with the member that tells the kind. */
export const sharedShape = ({ discriminator, kinds }: Variants, shape: ObjectShape): ObjectShape => {
  const [first, ...others] = kinds;
  const shared =
    others.length === 0 ? [] : (first?.members ?? []).filter(name => others.every(each => each.members.includes(name)));
  return {
    properties: {
      [discriminator]: Text,
      ...Object.fromEntries(shared.map(name => [nameOf(name), shape.properties[nameOf(name)]!])),
    },
    required: [discriminator, ...requiredOf(shared)],
  };
};

type Value = Readonly<Record<string, unknown>>;

const kindsOf = ({ discriminator, kinds }: Variants, value: Value): Kind[] =>
  kinds.filter(kind => kind.value === value[discriminator]);

const isComplete = ({ members }: Kind, value: Value): boolean =>
  requiredOf(members).every(name => value[name] !== undefined && value[name] !== null);

export const kindOf = (variants: Variants, value: Value): Kind | undefined => {
  const named = kindsOf(variants, value);
  return named.find(kind => isComplete(kind, value)) ?? named.at(-1);
};

/** Tells whether a value has the members of one of the kinds. */
export const isOfKind = (variants: Variants, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  kindsOf(variants, value as Value).some(kind => isComplete(kind, value as Value));
