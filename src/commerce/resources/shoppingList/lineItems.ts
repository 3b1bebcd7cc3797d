import { type Action, action, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { LocalizedString, Optional, LocalizedText } from '../../../engine/schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { findItem, itemNames, replaceItem, assertQuantity } from './items.js';
import {
  type ShoppingList,
  type TextLineItem,
  type TextLineItemDraft,
  textLineItemDraftMembers,
  type LineItemDraft,
  lineItemDraftMembers,
  type ShoppingListLineItem,
} from './members.js';
import { invalidOperation, invalidField, requiredField } from '../../../base/errors/ApiError.js';
import type { Product, ProductData, ProductVariant } from '../product/members.js';
import { variantsOf } from '../product/variants.js';
import { productIdentifier, productNeeds } from '../shared/lineItemProduct.js';
import { replaceElement } from '../shared/listElements.js';

type Texts = Readonly<Record<string, string>>;

export const textLineItemOf = (
  { key, name, description, quantity = 1, addedAt, custom }: TextLineItemDraft,
  context: Context,
): TextLineItem => ({
  id: context.newId(),
  key,
  name,
  description,
  quantity,
  addedAt: addedAt ?? context.now,
  custom: customFieldsOf(custom, 'shopping-list-text-line-item', context),
});

export const addTextLineItem: Action<ShoppingList> = action(
  textLineItemDraftMembers,
  ({ textLineItems }: ShoppingList, draft, context) => ({
    set: { textLineItems: [...textLineItems, textLineItemOf(draft, context)] },
  }),
);

const withText = (
  list: ShoppingList,
  names: Readonly<Record<string, unknown>>,
  changes: Partial<Pick<TextLineItem, 'name' | 'description'>>,
) => {
  const item = findItem(list, 'textLineItem', names);
  const next = { ...item, ...changes };
  return sameValue(item, next) ? unchanged : { set: replaceItem(list, 'textLineItem', item, next) };
};

export const changeTextLineItemName: Action<ShoppingList> = action(
  { ...itemNames('textLineItem'), name: LocalizedText },
  (list: ShoppingList, payload) => {
    const { name, ...names } = payload as { readonly name: Texts };
    return withText(list, names, { name });
  },
);

/** Sets or, without a text, removes the description. */
export const setTextLineItemDescription: Action<ShoppingList> = action(
  { ...itemNames('textLineItem'), description: Optional(LocalizedString) },
  (list: ShoppingList, payload) => {
    const { description = {}, ...names } = payload as { readonly description?: Texts };
    return withText(list, names, { description: Object.keys(description).length === 0 ? undefined : description });
  },
);

/** Customers and visitors add published variants; merchants also add staged ones. */
export interface Buyer {
  readonly seesPublishedOnly: boolean;
}

const dataOf = (
  { masterData: { published, current, staged } }: Product,
  { seesPublishedOnly }: Buyer,
): ProductData[] => (seesPublishedOnly ? (published ? [current] : []) : [current, staged]);

const findVariant = (product: Product, { sku, variantId }: LineItemDraft, buyer: Buyer): ProductVariant | undefined =>
  dataOf(product, buyer)
    .flatMap(variantsOf)
    .find(variant => (sku === undefined ? variant.id === variantId : variant.sku === sku));

/** The id of the variant that a draft names; undefined where it means the master variant. */
const variantIdOf = (product: Product, draft: LineItemDraft, buyer: Buyer): number | undefined => {
  const { sku, variantId, productId } = draft;
  const bySku = productId === undefined ? sku : undefined;
  if (bySku === undefined && variantId === undefined) return undefined;
  const found = findVariant(product, { sku: bySku, variantId }, buyer);
  if (found !== undefined) return found.id;
  const field = bySku === undefined ? 'variantId' : 'sku';
  throw invalidField(field, bySku ?? variantId, `The product '${product.id}' has no variant with this ${field}.`);
};

const lineItemOf = (draft: LineItemDraft, buyer: Buyer, context: Context): ShoppingListLineItem => {
  const { key, quantity = 1, addedAt = context.now, custom } = draft;
  const identifier = productIdentifier(draft);
  if (identifier === undefined) throw requiredField('sku', 'a line item has a productId or a sku');
  const product = context.load<Product>('product', identifier);
  const { published, current } = product.masterData;
  if (buyer.seesPublishedOnly && !published) throw invalidOperation(`The product '${product.id}' is not published.`);
  return {
    id: context.newId(),
    key,
    productId: product.id,
    variantId: variantIdOf(product, draft, buyer),
    productType: product.productType,
    name: current.name,
    published,
    quantity,
    addedAt,
    custom: customFieldsOf(custom, 'line-item', context),
  };
};

/** Tells whether a new item adds pieces to an existing one. The master variant differs with and without its id. */
const isSame = (existing: ShoppingListLineItem, item: ShoppingListLineItem): boolean =>
  existing.productId === item.productId &&
  existing.variantId === item.variantId &&
  (item.key === undefined || item.key === existing.key) &&
  sameValue(existing.custom, item.custom);

interface Addition {
  readonly lineItems: ShoppingListLineItem[];
  /** The new item, or the existing one with more pieces. */
  readonly lineItem: ShoppingListLineItem;
}

const addItem = (
  lineItems: readonly ShoppingListLineItem[],
  draft: LineItemDraft,
  buyer: Buyer,
  context: Context,
): Addition => {
  const item = lineItemOf(draft, buyer, context);
  const same = lineItems.find(each => isSame(each, item));
  if (same === undefined) return { lineItems: [...lineItems, item], lineItem: item };
  const lineItem = { ...same, quantity: assertQuantity(same.quantity + item.quantity) };
  return { lineItems: replaceElement(lineItems, same, lineItem), lineItem };
};

/** Adds a variant of a product. */
export const addLineItem = (buyer: Buyer): Action<ShoppingList> =>
  action(
    lineItemDraftMembers,
    ({ lineItems }: ShoppingList, draft: LineItemDraft, context) => {
      const added = addItem(lineItems, draft, buyer, context);
      return {
        set: { lineItems: added.lineItems },
        messages: [{ type: 'ShoppingListLineItemAdded', lineItem: added.lineItem }],
      };
    },
    (_list, draft: LineItemDraft) => productNeeds(draft),
  );

/** The variant that a line item stands for in the data of its product; undefined where it does not exist any more. */
export const variantIn = (data: ProductData, { variantId }: ShoppingListLineItem): ProductVariant | undefined =>
  variantId === undefined ? data.masterVariant : variantsOf(data).find(({ id }) => id === variantId);

/** The line items of a draft; those of the same variant are one. */
export const lineItemsOf = (
  drafts: readonly LineItemDraft[] = [],
  buyer: Buyer,
  context: Context,
): ShoppingListLineItem[] =>
  drafts.reduce<ShoppingListLineItem[]>((items, draft) => addItem(items, draft, buyer, context).lineItems, []);

export const merchant: Buyer = { seesPublishedOnly: false };
export const visitor: Buyer = { seesPublishedOnly: true };
