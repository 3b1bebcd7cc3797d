/** Determines the kinds of declared shapes and their names in GraphQL. */
import type { TSchema } from '@sinclair/typebox';
import { nameOf } from '../../engine/schema/Named.js';
import type { ReferenceMark } from '../../engine/schema/compilePaths.js';

export interface ObjectShape {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

/** The component names of the shapes that are scalars in GraphQL. */
const scalars: ReadonlySet<string> = new Set(['CalendarDate', 'CountryCode', 'CurrencyCode', 'DateTime', 'Locale']);

export const outputName = (declared: TSchema): string | undefined => {
  const name = nameOf(declared);
  return name?.type ?? name?.component;
};

/** Returns another name than that of the type, because inputs and types cannot share a name. */
export const inputName = (declared: TSchema): string | undefined => {
  const name = nameOf(declared);
  if (name === undefined) return undefined;
  const { component, input = /(Draft|Input)$/.test(component) ? component : `${component}Input` } = name;
  return input;
};

const integerMax = 2 ** 31 - 1;

/** Integers that are declared without a limit but have 32 bits in the hosted API; `id` is the id of a variant. */
const shortIntegers: ReadonlySet<string> = new Set([
  'excludeCount',
  'heightInMillimeter',
  'id',
  'lengthInMillimeter',
  'maxCount',
  'maxOccurrence',
  'minCount',
  'minimumCentAmount',
  'minimumQuantity',
  'position',
  'reservationExpirationInMinutes',
  'restockableInDays',
  'variantId',
  'weightInGram',
  'widthInMillimeter',
]);

/** Members that are integers of 32 bits in one type only. */
const shortIntegersOf: ReadonlySet<string> = new Set([
  'SetInventoryLimits maxCartQuantity',
  'SetInventoryLimits minCartQuantity',
  'SetReorderPoint quantity',
  'SetSafetyStock quantity',
  'ShippingRateCartScorePriceTier score',
  'ShippingRatePriceTierCartScoreDraft score',
  'StandardSchedule value',
  'StandardScheduleInput value',
]);

const numberType = ({ type, minimum, maximum }: TSchema, name: string, parent: string): string => {
  if (type === 'number') return 'Float';
  if (shortIntegers.has(name) || shortIntegersOf.has(`${parent} ${name}`)) return 'Int';
  const isShort = (maximum as number) <= integerMax && (minimum as number) >= -integerMax;
  return isShort ? 'Int' : 'Long';
};

/** Returns the scalar of a text, number or flag that is the member `name` of `parent`; undefined for other shapes. */
export const scalarOf = (declared: TSchema, name: string, parent: string): string | undefined => {
  if (scalars.has(nameOf(declared)?.component ?? '')) return outputName(declared);
  switch (declared.type) {
    case 'string':
      return 'String';
    case 'boolean':
      return 'Boolean';
    case 'integer':
    case 'number':
      return numberType(declared, name, parent);
    default:
      return undefined;
  }
};

/** Returns the allowed values, if they are valid names of enum values in GraphQL; other values stay texts. */
export const enumValues = (declared: TSchema): readonly string[] | undefined => {
  const only = typeof declared.const === 'string' ? [declared.const] : undefined;
  const values = (declared.enum as readonly string[] | undefined) ?? only;
  return values?.every(value => /^[A-Z]\w*$/.test(value)) === true ? values : undefined;
};

export const isCustomFields = (declared: TSchema): boolean => nameOf(declared)?.component === 'CustomFields';

/** Tells whether a shape holds texts by language tag. */
export const isLocalizedText = ({ type, propertyNames, additionalProperties }: TSchema): boolean =>
  type === 'object' && propertyNames !== undefined && (additionalProperties as TSchema).type === 'string';

/** Returns the mark of a stored reference by id or by key; undefined for other shapes. */
export const referenceOf = (declared: TSchema): (Pick<ReferenceMark, 'by'> & { typeId?: string }) | undefined => {
  if (declared.reference !== undefined) return declared.reference as ReferenceMark;
  // A reference that is not counted has no mark.
  const { properties = {} } = declared as Partial<ObjectShape>;
  if (Object.keys(properties).join() !== 'typeId,id') return undefined;
  const typeIds = properties.typeId?.enum as readonly string[] | undefined;
  return { by: 'id', ...(typeIds?.length === 1 && { typeId: typeIds[0] }) };
};

export const objectShape = (declared: TSchema): ObjectShape | undefined =>
  declared.type === 'object' && declared.properties !== undefined ? (declared as unknown as ObjectShape) : undefined;
