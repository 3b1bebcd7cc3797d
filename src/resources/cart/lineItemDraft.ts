import type { Static } from '@sinclair/typebox';
import { errorEntry } from '../../errors/ApiError.js';
import { ShippingDetailsDraft } from '../shared/shippingDetails.js';
import {
  DateTime,
  IntegerFrom,
  Key,
  LocalizedString,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../schema/primitives.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { MoneyDraft, TypedMoneyDraft } from '../../schema/money.js';
import { ResourceIdentifier, type TypedIdentifier } from '../../schema/reference.js';
import { CartInventoryMode } from '../shared/cartMembers.js';
import { ExternalTaxRateDraft } from './externalTax.js';

export const ExternalTotalPrice = Shape({ price: TypedMoneyDraft, totalPrice: MoneyDraft });

/** Members that customers may set. */
export const myLineItemMembers = {
  key: Optional(Key),
  productId: Optional(Text),
  variantId: Optional(IntegerFrom(1, Number.MAX_SAFE_INTEGER)),
  sku: Optional(Text),
  quantity: Optional(Quantity),
  addedAt: Optional(DateTime),
  distributionChannel: Optional(ResourceIdentifier('channel', { load: true })),
  supplyChannel: Optional(ResourceIdentifier('channel', { load: true })),
  shippingDetails: Optional(ShippingDetailsDraft),
  custom: Optional(CustomFieldsDraft),
};

export const lineItemMembers = {
  ...myLineItemMembers,
  /** The name of an item without a product. */
  name: Optional(LocalizedString),
  externalPrice: Optional(TypedMoneyDraft),
  externalTotalPrice: Optional(ExternalTotalPrice),
  externalTaxRate: Optional(ExternalTaxRateDraft),
  inventoryMode: Optional(CartInventoryMode),
};

export const MyLineItemDraft = Shape(myLineItemMembers);

export const LineItemDraft = Shape(lineItemMembers);

export type LineItemDraft = Static<typeof LineItemDraft>;

/** The product that a draft names; undefined for an item without a product. */
export const productIdentifier = ({ productId, sku, name }: LineItemDraft): TypedIdentifier | undefined => {
  if (productId !== undefined) return { typeId: 'product', id: productId };
  return sku === undefined || name !== undefined
    ? undefined
    : { typeId: 'product', unique: { field: 'sku', value: sku } };
};

/** The product that a draft names, as it is loaded; `at` begins the path of the draft: `lineItems[2].`. */
export const productNeeds = (draft: LineItemDraft, at = ''): TypedIdentifier[] => {
  const product = productIdentifier(draft);
  if (product === undefined) return [];
  const { id, unique } = product;
  const detail = `: ${at}${unique === undefined ? 'productId is no id' : 'sku is no SKU'} of a product`;
  const identifier = id ?? unique?.value;
  return [
    { ...product, refusal: errorEntry('ReferencedResourceNotFound', { typeId: 'product', id, identifier, detail }) },
  ];
};
