import { invalidOperation } from '../../../base/errors/ApiError.js';
import { type ActionTable, action, change, set, unchanged, setFrom } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Key, LocalizedString, NonEmptyText, Optional, LocalizedText } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { DeleteDays } from '../shared/cartAndOrder/members.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { changeOrder, changeQuantity, itemCustomFields, removeItems } from './items.js';
import {
  addLineItem,
  merchant,
  visitor,
  addTextLineItem,
  changeTextLineItemName,
  setTextLineItemDescription,
} from './lineItems.js';
import { type ShoppingList, Slug } from './members.js';

/** Assigns the list to a customer, or to none. The list of a session is then no longer that of the session. */
const setCustomer = action(
  { customer: Optional(ResourceIdentifier('customer')) },
  (list: ShoppingList, { customer: identifier }, context) => {
    const customer = identifier && context.reference('customer', identifier);
    if (sameValue(list.customer, customer)) return unchanged;
    return { set: customer === undefined ? { customer } : { customer, anonymousId: undefined } };
  },
);

const setAnonymousId = action({ anonymousId: Optional(NonEmptyText) }, (list: ShoppingList, { anonymousId }) => {
  if (list.customer !== undefined)
    throw invalidOperation(
      'The shopping list belongs to a customer and cannot belong to an anonymous session as well.',
    );
  return list.anonymousId === anonymousId ? unchanged : { set: { anonymousId } };
});

export const actions: ActionTable<ShoppingList> = {
  setKey: set<ShoppingList>('key', Key),
  setSlug: set<ShoppingList>('slug', Slug),
  changeName: change<ShoppingList>('name', LocalizedText),
  setDescription: set<ShoppingList>('description', LocalizedString),
  setCustomer,
  setAnonymousId,
  setStore: setFrom(
    'store',
    Optional(ResourceIdentifier('store', { load: true })),
    (store, context) => store && context.keyReference('store', store),
  ),
  setDeleteDaysAfterLastModification: setFrom(
    'deleteDaysAfterLastModification',
    Optional(DeleteDays),
    (days, { project }) => days ?? project.shoppingLists?.deleteDaysAfterLastModification,
  ),
  addLineItem: addLineItem(merchant),
  changeLineItemQuantity: changeQuantity('lineItem'),
  removeLineItem: removeItems('lineItem', lineItem => ({ type: 'ShoppingListLineItemRemoved', lineItem })),
  changeLineItemsOrder: changeOrder('lineItem'),
  addTextLineItem,
  changeTextLineItemName,
  setTextLineItemDescription,
  changeTextLineItemQuantity: changeQuantity('textLineItem'),
  removeTextLineItem: removeItems('textLineItem'),
  changeTextLineItemsOrder: changeOrder('textLineItem'),
  ...customFieldActions('', resourceCustomFields<ShoppingList>('shopping-list')),
  ...customFieldActions('LineItem', itemCustomFields('lineItem')),
  ...customFieldActions('TextLineItem', itemCustomFields('textLineItem')),
};

/** Actions of merchants only: they change the owner, or members that address the list. */
const merchantActions = ['setKey', 'setSlug', 'setCustomer', 'setAnonymousId'];

export const myActions: ActionTable<ShoppingList> = {
  ...Object.fromEntries(Object.entries(actions).filter(([name]) => !merchantActions.includes(name))),
  addLineItem: addLineItem(visitor),
};
