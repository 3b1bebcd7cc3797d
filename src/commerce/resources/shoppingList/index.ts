import { fail } from '../../../base/errors/ApiError.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import { assertUniqueKeys } from '../shared/listElements.js';
import { slugClaimAt, slugClaims } from '../shared/slugs.js';
import { actions, myActions } from './actions.js';
import { draft, myDraft } from './draft.js';
import { itemsMax, type ShoppingList, ShoppingListMembers } from './members.js';
import { messages } from './messages.js';
import { responseMembers } from './responseMembers.js';

/** Refuses too many items, and two with one key. */
const beforeCommit: BeforeCommit<ShoppingList> = (_access, { after: { lineItems, textLineItems } }) => {
  const errors = new PhaseErrors();
  for (const [name, items] of Object.entries({ lineItems, textLineItems })) {
    if (items.length > itemsMax)
      errors.add(
        fail('InvalidOperation', {
          message: `A shopping list has at most ${itemsMax} ${name}; it would have ${items.length}.`,
        }),
      );
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
  addressedBy: { segment: 'key', field: 'key' },
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
