import { ShoppingListLineItem } from './members.js';

export const messages = {
  ShoppingListLineItemAdded: { lineItem: ShoppingListLineItem },
  ShoppingListLineItemRemoved: { lineItem: ShoppingListLineItem },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly shoppingList: typeof messages;
  }
}
