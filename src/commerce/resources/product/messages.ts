import { CustomFields, FieldValue } from '../../../engine/schema/customFields.js';
import { Flag, List, Optional, Quantity, Text } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { Image, DiscountedPrice, Price } from '../../values/price.js';
import { PriceMode, ProductVariant, PublishScope, Slug } from './members.js';
import { ProductProjection } from './productProjection.js';

const staged = { staged: Flag };
const ofVariant = { variantId: Quantity, ...staged };
const ofPrice = { priceId: Text, ...ofVariant };
const removedImageUrls = List(Text);

export const messages = {
  ProductAddedToCategory: { category: Reference('category'), ...staged },
  ProductCreated: { productProjection: ProductProjection },
  ProductDeleted: { removedImageUrls, currentProjection: ProductProjection },
  ProductImageAdded: { ...ofVariant, image: Image },
  ProductPriceAdded: { ...ofVariant, price: Price },
  ProductPriceChanged: { ...ofVariant, oldPrice: Price, newPrice: Price, oldStagedPrice: Price },
  ProductPriceExternalDiscountSet: {
    ...ofPrice,
    variantKey: Optional(Text),
    sku: Optional(Text),
    discounted: Optional(DiscountedPrice),
  },
  ProductPriceKeySet: { ...ofPrice, oldKey: Optional(Text), key: Optional(Text) },
  ProductPriceModeSet: { to: PriceMode },
  ProductPriceRemoved: { ...ofVariant, price: Price },
  ProductPricesSet: { ...ofVariant, prices: List(Price) },
  ProductPublished: { removedImageUrls, productProjection: ProductProjection, scope: PublishScope },
  ProductRemovedFromCategory: { category: Reference('category'), ...staged },
  ProductRevertedStagedChanges: { removedImageUrls },
  ProductSlugChanged: { slug: Slug, oldSlug: Slug },
  ProductStateTransition: { state: Reference('state'), force: Flag },
  ProductUnpublished: {},
  ProductVariantAdded: { variant: ProductVariant, ...staged },
  ProductVariantDeleted: { variant: ProductVariant, removedImageUrls, ...staged },
};

/** No action sends them: custom fields of embedded prices send no messages, and product discounts change no prices. */
export const unsentMessages = {
  ProductPriceCustomFieldAdded: { ...ofPrice, name: Text, value: FieldValue },
  ProductPriceCustomFieldChanged: { ...ofPrice, name: Text, value: FieldValue },
  ProductPriceCustomFieldRemoved: { ...ofPrice, name: Text },
  ProductPriceCustomFieldsRemoved: ofPrice,
  ProductPriceCustomFieldsSet: { ...ofPrice, customField: CustomFields, oldTypeId: Text },
  ProductPriceDiscountsSet: {},
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly product: typeof messages;
  }
}
