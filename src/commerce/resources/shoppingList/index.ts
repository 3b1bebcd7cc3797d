import type { Static } from '@sinclair/typebox';
import { invalidInput, invalidOperation } from '../../../base/errors/ApiError.js';
import type { Members } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { productNeeds } from '../shared/lineItemProduct.js';
import { type Buyer, lineItemsOf, merchant, visitor, textLineItemOf } from './lineItems.js';
import {
  MyShoppingListDraft,
  type ShoppingList,
  ShoppingListDraft,
  itemsMax,
  ShoppingListMembers,
  messages,
} from './members.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import { assertUniqueKeys } from '../shared/listElements.js';
import { slugClaimAt, slugClaims } from '../shared/slugs.js';
import { actions, myActions } from './actions.js';
import { responseMembers } from './responseMembers.js';

const needs = ({ lineItems = [] }: Static<typeof MyShoppingListDraft>) =>
  lineItems.flatMap((item, index) => productNeeds(item, `lineItems[${index}].`));

const shoppingListOf = (draft: ShoppingListDraft, buyer: Buyer, context: Context): Members<ShoppingList> => {
  const { key, name, slug, description, customer, anonymousId, store, textLineItems = [], custom } = draft;
  if (customer !== undefined && anonymousId !== undefined)
    throw invalidInput(
      'A shopping list belongs to a customer or to an anonymous session; both customer and anonymousId are given.',
    );
  return {
    key,
    name,
    slug,
    description,
    customer: customer && context.reference('customer', customer),
    anonymousId,
    store: store && context.keyReference('store', store),
    lineItems: lineItemsOf(draft.lineItems, buyer, context),
    textLineItems: textLineItems.map(item => textLineItemOf(item, context)),
    deleteDaysAfterLastModification:
      draft.deleteDaysAfterLastModification ?? context.project.shoppingLists?.deleteDaysAfterLastModification,
    custom: customFieldsOf(custom, 'shopping-list', context),
  };
};

const draft = creation<ShoppingList, typeof ShoppingListDraft>(
  ShoppingListDraft,
  (given, context) => ({ members: shoppingListOf(given, merchant, context) }),
  needs,
);

const myDraft = creation<ShoppingList, typeof MyShoppingListDraft>(
  MyShoppingListDraft,
  (given, context) => ({ members: shoppingListOf(given, visitor, context) }),
  needs,
);

/** Refuses too many items, and two with one key. */
const beforeCommit: BeforeCommit<ShoppingList> = (_access, { after: { lineItems, textLineItems } }) => {
  const errors = new PhaseErrors();
  for (const [name, items] of Object.entries({ lineItems, textLineItems })) {
    if (items.length > itemsMax)
      errors.add(invalidOperation(`A shopping list has at most ${itemsMax} ${name}; it would have ${items.length}.`));
    errors.check(() => assertUniqueKeys(items, `${name}.key`));
  }
  errors.throwIfAny();
  return Promise.resolve({});
};

/** A list of the things that a customer or a visitor wants to buy later, or again. */
export const shoppingList = defineResource<ShoppingList>({
  typeId: 'shopping-list',
  path: 'shopping-lists',
  scopes: { read: ['view_shopping_lists'], write: ['manage_shopping_lists'] },
  resource: ShoppingListMembers,
  draft,
  actions,
  unique: ['key'],
  claims: { values: ({ slug }) => slugClaims(slug), valueAt: slugClaimAt },
  indexes: ['customer.id', 'anonymousId', 'store.key', 'lineItems.productId'],
  storeField: 'store',
  own: { scopes: ['manage_my_shopping_lists'], by: 'customer', draft: myDraft, actions: myActions, remove: true },
  derived: { responseMembers },
  beforeCommit,
  retention: { field: 'lastModifiedAt', ownDays: ({ deleteDaysAfterLastModification: days }) => days },
  messages,
  removal: { erasable: true },
});
