/** Tells the kinds of declared shapes, and their names in GraphQL. */
import type { TSchema } from '@sinclair/typebox';
import { Creator } from '../../engine/define/baseShape.js';
import { Attributes } from '../../resources/product/attributes.js';
import { ReturnInfoDraft } from '../../resources/order/returnInfo.js';
import { ProductVariantDraft } from '../../resources/product/members.js';
import { DestinationDraft } from '../../resources/extension/destination.js';
import { DiscountValueDraft } from '../../resources/shared/discountValueOf.js';
import { shapeNames } from '../../resources/shapeNames.js';
import { PlainEnumValue } from '../../resources/shared/enumValues.js';
import { ItemStateDraft } from '../../resources/shared/itemState.js';
import { Measurements, TrackingData } from '../../resources/shared/delivery.js';
import { ShippingDetails, ShippingDetailsDraft } from '../../resources/shared/shippingDetails.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { DiscountedPrice as DiscountedLineItemPrice } from '../../schema/discount.js';
import { Money, MoneyDraft, TypedMoney, TypedMoneyDraft } from '../../schema/money.js';
import {
  DiscountedPrice,
  DiscountedPriceDraft,
  Price,
  PriceDraft,
  PriceTier,
  PriceTierDraft,
} from '../../schema/price.js';
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
    CustomFieldsType: CustomFields,
    DiscountedLineItemPrice,
    DiscountedProductPriceValue: DiscountedPrice,
    Initiator: Creator,
    ItemShippingDetails: ShippingDetails,
    Money,
    ParcelMeasurements: Measurements,
    ProductPrice: Price,
    ProductPriceTier: PriceTier,
    RawProductAttribute: Attributes.items as TSchema,
  }).map(([name, declared]) => [textOf(declared), name]),
);

const inputNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AddressInput: AddressDraft,
    BaseMoneyInput: TypedMoneyDraft,
    CartDiscountValueInput: DiscountValueDraft,
    CustomFieldsDraft,
    DiscountedProductPriceValueInput: DiscountedPriceDraft,
    EnumValueInput: PlainEnumValue,
    ExtensionDestinationInput: DestinationDraft,
    ItemShippingDetailsDraft: ShippingDetailsDraft,
    ItemStateDraftType: ItemStateDraft,
    MoneyInput: MoneyDraft,
    ParcelMeasurementsDraftType: Measurements,
    ProductPriceDataInput: PriceDraft,
    ProductPriceTierInput: PriceTierDraft,
    ProductVariantInput: ProductVariantDraft,
    ReturnInfoDraftType: ReturnInfoDraft,
    TrackingDataDraftType: TrackingData,
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

/** Integers of 32 bits in the schema that clients know, which are declared without that limit; `id` is of a variant. */
const shortIntegers: ReadonlySet<string> = new Set([
  'heightInMillimeter',
  'id',
  'lengthInMillimeter',
  'maxOccurrence',
  'minimumQuantity',
  'restockableInDays',
  'variantId',
  'weightInGram',
  'widthInMillimeter',
]);

const numberType = ({ type, minimum, maximum }: TSchema, name: string): string => {
  if (type === 'number') return 'Float';
  if (shortIntegers.has(name)) return 'Int';
  const isShort = (maximum as number) <= integerMax && (minimum as number) >= -integerMax;
  return isShort ? 'Int' : 'Long';
};

/** The scalar of a text, number or flag that is the member `name`; undefined for other shapes. */
export const scalarOf = (declared: TSchema, name: string): string | undefined => {
  const known = scalars.get(textOf(declared));
  if (known !== undefined) return known;
  switch (declared.type) {
    case 'string':
      return 'String';
    case 'boolean':
      return 'Boolean';
    case 'integer':
    case 'number':
      return numberType(declared, name);
    default:
      return undefined;
  }
};

/** The values of an enumeration that GraphQL can name, or the only one that is allowed; others stay texts. */
export const enumValues = (declared: TSchema): readonly string[] | undefined => {
  const only = typeof declared.const === 'string' ? [declared.const] : undefined;
  const values = (declared.enum as readonly string[] | undefined) ?? only;
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
