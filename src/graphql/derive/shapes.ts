/** Tells the kinds of declared shapes, and their names in GraphQL. */
import type { TSchema } from '@sinclair/typebox';
import { Creator } from '../../engine/define/baseShape.js';
import { Attributes } from '../../resources/product/attributes.js';
import { shapeNames } from '../../resources/shapeNames.js';
import { Measurements } from '../../resources/shared/delivery.js';
import { ShippingDetails } from '../../resources/shared/shippingDetails.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { DiscountedPrice as DiscountedLineItemPrice } from '../../schema/discount.js';
import { Money, MoneyDraft, TypedMoney, TypedMoneyDraft } from '../../schema/money.js';
import { DiscountedPrice, Price, PriceTier } from '../../schema/price.js';
import { Address, AddressDraft } from '../../schema/address.js';
import { CalendarDate, CountryCode, CurrencyCode, DateTime, Locale } from '../../schema/primitives.js';
import type { ReferenceMark } from '../../schema/schemaPaths.js';

export interface ObjectShape {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

const texts = new WeakMap<TSchema, string>();

/** Optional members are copies of the declared shapes, so shapes are compared by their JSON text. */
export const textOf = (declared: TSchema): string => {
  const known = texts.get(declared);
  if (known !== undefined) return known;
  const text = JSON.stringify(declared);
  texts.set(declared, text);
  return text;
};

const scalars: ReadonlyMap<string, string> = new Map(
  Object.entries({ Date: CalendarDate, Country: CountryCode, Currency: CurrencyCode, DateTime, Locale }).map(
    ([name, declared]) => [textOf(declared), name],
  ),
);

/** Names that differ from those of the description of the HTTP API. */
const outputNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Address,
    BaseMoney: TypedMoney,
    DiscountedPrice: DiscountedLineItemPrice,
    DiscountedProductPriceValue: DiscountedPrice,
    Initiator: Creator,
    ItemShippingDetails: ShippingDetails,
    Money,
    ParcelMeasurements: Measurements,
    ProductPrice: Price,
    ProductPriceTier: PriceTier,
    RawProductAttribute: Attributes.items as TSchema,
    Type: CustomFields,
  }).map(([name, declared]) => [textOf(declared), name]),
);

const inputNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AddressInput: AddressDraft,
    BaseMoneyInput: TypedMoneyDraft,
    CustomFieldsDraft,
    MoneyInput: MoneyDraft,
  }).map(([name, declared]) => [textOf(declared), name]),
);

export const outputName = (declared: TSchema): string | undefined => {
  const text = textOf(declared);
  return outputNames.get(text) ?? shapeNames.get(text);
};

/** Inputs and types cannot share a name. */
export const inputName = (declared: TSchema): string | undefined => {
  const text = textOf(declared);
  const name = shapeNames.get(text);
  return inputNames.get(text) ?? (name === undefined || /(Draft|Input)$/.test(name) ? name : `${name}Input`);
};

const integerMax = 2 ** 31 - 1;

const numberType = ({ type, minimum, maximum }: TSchema): string => {
  if (type === 'number') return 'Float';
  const isShort = (maximum as number) <= integerMax && (minimum as number) >= -integerMax;
  return isShort ? 'Int' : 'Long';
};

/** The scalar of a text, number or flag; undefined for other shapes. */
export const scalarOf = (declared: TSchema): string | undefined => {
  const known = scalars.get(textOf(declared));
  if (known !== undefined) return known;
  switch (declared.type) {
    case 'string':
      return 'String';
    case 'boolean':
      return 'Boolean';
    case 'integer':
    case 'number':
      return numberType(declared);
    default:
      return undefined;
  }
};

/** The values of an enumeration that GraphQL can name; others stay texts. */
export const enumValues = (declared: TSchema): readonly string[] | undefined => {
  const values = declared.enum as readonly string[] | undefined;
  return values?.every(value => /^[A-Z]\w*$/.test(value)) === true ? values : undefined;
};

export const isCustomFields = (declared: TSchema): boolean => textOf(declared) === textOf(CustomFields);

/** Texts by language tag. */
export const isLocalizedText = ({ type, propertyNames, additionalProperties }: TSchema): boolean =>
  type === 'object' && propertyNames !== undefined && (additionalProperties as TSchema).type === 'string';

/** A stored reference by id or by key; undefined for other shapes. */
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
