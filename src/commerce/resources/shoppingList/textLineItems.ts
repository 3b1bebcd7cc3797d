/** Text line items, for things that the catalogue does not have. */
import { type Action, action, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { LocalizedString, Optional, LocalizedText } from '../../../engine/schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { findItem, itemNames, replaceItem } from './items.js';
import { type ShoppingList, type TextLineItem, type TextLineItemDraft, textLineItemDraftMembers } from './members.js';

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
