import { type Action, action } from '../../../engine/define/actions.js';
import { type Identifier, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Optional } from '../../../engine/schema/primitives.js';
import { initialItemState } from '../shared/cartAndOrder/itemStates.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import type { ShoppingList, ShoppingListLineItem } from '../shoppingList/members.js';
import { type LineItemDraft, draftNeeds } from './lineItemDraft.js';
import { withLineItem } from './lineItemQuantity.js';

const draftOf = ({ productId, variantId, quantity, custom }: ShoppingListLineItem): LineItemDraft => ({
  productId,
  variantId,
  quantity,
  custom,
});

/** Adds the line items of a shopping list; its texts stand for no products. */
export const addShoppingList: Action<Cart> = {
  ...action(
    {
      shoppingList: ResourceIdentifier('shopping-list', { load: true }),
      distributionChannel: Optional(ResourceIdentifier('channel', { load: true })),
      supplyChannel: Optional(ResourceIdentifier('channel', { load: true })),
    },
    (cart: Cart, { shoppingList, ...channels }, context) => {
      const { lineItems: added } = context.load<ShoppingList>('shopping-list', shoppingList);
      const lineItems = added.reduce(
        (items, item) => withLineItem(items, { ...draftOf(item), ...channels }, cart, context),
        cart.lineItems,
      );
      return { set: { lineItems } };
    },
    () => [initialItemState],
  ),
  furtherNeeds: ({ shoppingList }: { readonly shoppingList: Identifier }, context) =>
    context
      .load<ShoppingList>('shopping-list', shoppingList)
      .lineItems.flatMap(item => [
        ...draftNeeds(draftOf(item)),
        ...(item.custom === undefined ? [] : [item.custom.type]),
      ]),
};
