import type { Static } from '@sinclair/typebox';
import { fail } from '../../../base/errors/ApiError.js';
import type { Members } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import { creation } from '../../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { productNeeds } from '../shared/lineItemProduct.js';
import { type Buyer, lineItemsOf, merchant, visitor } from './lineItems.js';
import { MyShoppingListDraft, type ShoppingList, ShoppingListDraft } from './members.js';
import { textLineItemOf } from './textLineItems.js';

const needs = ({ lineItems = [] }: Static<typeof MyShoppingListDraft>) =>
  lineItems.flatMap((item, index) => productNeeds(item, `lineItems[${index}].`));

const shoppingListOf = (draft: ShoppingListDraft, buyer: Buyer, context: Context): Members<ShoppingList> => {
  const { key, name, slug, description, customer, anonymousId, store, textLineItems = [], custom } = draft;
  if (customer !== undefined && anonymousId !== undefined)
    throw fail('InvalidInput', {
      message:
        'A shopping list belongs to a customer or to an anonymous session; both customer and anonymousId are given.',
    });
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

export const draft = creation<ShoppingList, typeof ShoppingListDraft>(
  ShoppingListDraft,
  (given, context) => ({ members: shoppingListOf(given, merchant, context) }),
  needs,
);

export const myDraft = creation<ShoppingList, typeof MyShoppingListDraft>(
  MyShoppingListDraft,
  (given, context) => ({ members: shoppingListOf(given, visitor, context) }),
  needs,
);
