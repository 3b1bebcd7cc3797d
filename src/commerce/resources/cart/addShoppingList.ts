import { fail } from '../../../base/errors/ApiError.js';
import { type Action, action, unchanged } from '../../../engine/define/actions.js';
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

/** Tells whether the list belongs to the customer or to the anonymous session of the cart. */
const isOwnerOf = ({ customerId, anonymousId }: Cart, list: ShoppingList): boolean =>
  (customerId !== undefined && list.customer?.id === customerId) ||
  (anonymousId !== undefined && list.anonymousId === anonymousId);

const addShoppingListWith = (
  assertAddable: (cart: Cart, list: ShoppingList, given: Identifier) => void,
): Action<Cart> => ({
  ...action(
    {
      shoppingList: ResourceIdentifier('shopping-list', { load: true }),
      distributionChannel: Optional(ResourceIdentifier('channel', { load: true })),
      supplyChannel: Optional(ResourceIdentifier('channel', { load: true })),
    },
    (cart: Cart, { shoppingList, ...channels }, context) => {
      const list = context.load<ShoppingList>('shopping-list', shoppingList);
      assertAddable(cart, list, shoppingList);
      if (list.lineItems.length === 0) return unchanged;
      const lineItems = list.lineItems.reduce(
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
});

/** Adds the line items of a shopping list. Its text line items have no product and are left out. */
export const addShoppingList = addShoppingListWith(() => undefined);

/** Buyers may add only their own lists; the list of another owner is answered as not found. */
export const addMyShoppingList = addShoppingListWith((cart, list, { id, key }) => {
  if (!isOwnerOf(cart, list))
    throw fail('ReferencedResourceNotFound', { typeId: 'shopping-list', id, key, identifier: id ?? key });
});
