/** The locations of custom fields that carts and orders have in common (OACT058 to OACT078). */
import { fail } from '../../errors/ApiError.js';
import { Text } from '../../schema/primitives.js';
import type { Basket } from './basketMembers.js';
import { type CustomFieldsLocation, nestedHolder } from './CustomFieldsLocation.js';
import { type ItemKind, findItem, itemNames, replaceItem } from './items.js';
import { findItemShippingAddress } from './itemShippingAddresses.js';
import { replaceElement } from './listElements.js';

type Location = CustomFieldsLocation<Basket>;

export const basketAddressCustomFields = (field: 'shippingAddress' | 'billingAddress'): Location => ({
  resourceTypeId: 'address',
  find: basket => {
    const address = basket[field];
    if (address === undefined) throw fail('InvalidOperation', { message: `There is no ${field}.` });
    return nestedHolder<Basket, typeof address>(address, next => ({ [field]: next }));
  },
  all: basket => [basket[field]?.custom],
});

export const itemShippingAddressCustomFields: Location = {
  resourceTypeId: 'address',
  names: { addressKey: Text },
  find: ({ itemShippingAddresses }, { addressKey }: { readonly addressKey: string }) => {
    const address = findItemShippingAddress({ itemShippingAddresses }, addressKey);
    return nestedHolder<Basket, typeof address>(address, next => ({
      itemShippingAddresses: replaceElement(itemShippingAddresses, address, next),
    }));
  },
  all: ({ itemShippingAddresses }) => itemShippingAddresses.map(({ custom }) => custom),
};

const resourceTypeIds = { lineItem: 'line-item', customLineItem: 'custom-line-item' } as const;

export const itemCustomFields = (kind: ItemKind): Location => ({
  resourceTypeId: resourceTypeIds[kind],
  names: itemNames(kind),
  find: (basket, names: Readonly<Record<string, string | undefined>>) => {
    const item = findItem(basket, kind, names);
    return nestedHolder<Basket, typeof item>(item, next => replaceItem(basket, kind, item, next));
  },
  all: ({ lineItems, customLineItems }) =>
    (kind === 'lineItem' ? lineItems : customLineItems).map(({ custom }) => custom),
});
