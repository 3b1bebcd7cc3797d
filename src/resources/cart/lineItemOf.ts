import { required } from '../../errors/required.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { channelWithRole } from '../shared/channelWithRole.js';
import { itemStatesOf } from '../shared/itemState.js';
import { shippingDetailsOf } from '../shared/shippingDetails.js';
import type { Product, ProductVariant } from '../product/members.js';
import { variantById, variantBySku } from '../product/productProjection.js';
import { customFieldsOf } from '../shared/customFields.js';
import { externalTaxRateOf } from './externalTax.js';
import type { LineItem } from '../shared/lineItem.js';
import { productData } from '../../pricing/productData.js';
import { LineItemDraft, productIdentifier } from './lineItemDraft.js';
import { externalPriceOf } from './externalPriceOf.js';

const variantOf = (product: Product, { sku, variantId, productId }: LineItemDraft): ProductVariant => {
  if (!product.masterData.published)
    throw fail('InvalidOperation', { message: `The product '${product.id}' is not published.` });
  const found =
    productId === undefined
      ? variantBySku(product, required(sku, 'the sku of a draft without a productId'))
      : variantById(product, variantId ?? product.masterData.current.masterVariant.id);
  if (found === undefined) {
    const wanted = productId === undefined ? `with the SKU '${sku}'` : `with id ${variantId}`;
    throw fail('InvalidField', {
      field: productId === undefined ? 'sku' : 'variantId',
      invalidValue: sku ?? variantId,
      expected: `The product '${product.id}' has no published variant ${wanted}.`,
    });
  }
  return found;
};

const dataWithoutProduct = ({ name, sku, externalPrice, externalTotalPrice }: LineItemDraft) => {
  if (name === undefined)
    throw fail('RequiredField', {
      field: 'sku',
      expected: 'a line item has a productId, a sku, or a name and an external price',
    });
  if (externalPrice === undefined && externalTotalPrice === undefined)
    throw fail('RequiredField', {
      field: 'externalPrice',
      expected: 'a line item with a name has an external price',
    });
  return { name, variant: { id: 1, sku } };
};

interface TargetCart {
  readonly currencyCode: string;
  readonly addressKeys: ReadonlySet<string>;
}

/**
 * A new line item of a product, or with a name, a price and a tax rate instead. Prices of products are selected before
 * the commit.
 */
export const lineItemOf = (
  draft: LineItemDraft,
  { currencyCode, addressKeys }: TargetCart,
  context: Context,
): LineItem => {
  const { key, quantity = 1, distributionChannel, supplyChannel, inventoryMode, addedAt = context.now } = draft;
  const identifier = productIdentifier(draft);
  const product = identifier && context.load<Product>('product', identifier);
  return {
    id: context.newId(),
    key,
    ...(product === undefined ? dataWithoutProduct(draft) : productData(product, variantOf(product, draft))),
    ...externalPriceOf(draft, currencyCode, context),
    quantity,
    discountedPricePerQuantity: [],
    taxedPricePortions: [],
    state: itemStatesOf(undefined, quantity, context),
    taxRate: externalTaxRateOf(draft.externalTaxRate),
    perMethodTaxRate: [],
    supplyChannel: supplyChannel && channelWithRole(supplyChannel, 'InventorySupply', context),
    distributionChannel: distributionChannel && channelWithRole(distributionChannel, 'ProductDistribution', context),
    lineItemMode: 'Standard',
    inventoryMode,
    shippingDetails: shippingDetailsOf(draft.shippingDetails, quantity, addressKeys),
    custom: customFieldsOf(draft.custom, 'line-item', context),
    addedAt,
    lastModifiedAt: context.now,
  };
};
