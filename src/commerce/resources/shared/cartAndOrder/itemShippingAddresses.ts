/** The addresses that the pieces of items are shipped to (OACT088 to OACT095). */
import { fail, failAll, invalidOperation, requiredField } from '../../../../base/errors/ApiError.js';
import { action, unchanged } from '../../../../engine/define/actions.js';
import { sameValue } from '../../../../engine/document/sameValue.js';
import { Optional, Text } from '../../../../engine/schema/primitives.js';
import { type Address, AddressDraft } from '../../../values/address.js';
import { addressOf } from '../addresses.js';
import { type CustomFieldsLocation, nestedHolder } from '../customFieldActions.js';
import { removeElement, replaceElement } from '../listElements.js';
import { findItem, type ItemKind, itemNames, replaceItem, changeItem } from './items.js';
import type { CartOrOrder } from './members.js';
import {
  mergeTargets,
  shippingDetailRefusal,
  ShippingDetailsDraft,
  shippingDetailsOf,
  TargetsDelta,
} from './shippingDetails.js';

export const requireAddressKey = ({ key }: AddressDraft, field = 'address.key'): string => {
  if (key === undefined) throw requiredField(field, 'a key that the shipping details of items refer to');
  return key;
};

type AddressHolder = Pick<CartOrOrder, 'itemShippingAddresses'>;

export const addressKeysOf = ({ itemShippingAddresses }: AddressHolder): ReadonlySet<string> =>
  new Set(itemShippingAddresses.flatMap(({ key }) => (key === undefined ? [] : [key])));

/** Adds an address under a key that no other address has (OACT091, OACT092). */
export const addItemShippingAddress = action(
  { address: AddressDraft },
  (resource: CartOrOrder, { address }, context) => {
    const key = requireAddressKey(address);
    if (resource.itemShippingAddresses.some(each => each.key === key))
      throw fail('DuplicateField', { field: 'address.key', duplicateValue: key });
    return { set: { itemShippingAddresses: [...resource.itemShippingAddresses, addressOf(address, context)] } };
  },
);

/** Replaces the address with the same key (OACT095). */
export const updateItemShippingAddress = action(
  { address: AddressDraft },
  (resource: CartOrOrder, { address: draft }, context) => {
    const old = findItemShippingAddress(resource, requireAddressKey(draft));
    const address = addressOf(draft, context);
    return sameValue(old, address)
      ? unchanged
      : { set: { itemShippingAddresses: replaceElement(resource.itemShippingAddresses, old, address) } };
  },
);

/** Removes an address that no shipping details refer to (OACT093, OACT094). */
export const removeItemShippingAddress = action({ addressKey: Text }, (resource: CartOrOrder, { addressKey }) => {
  const old = findItemShippingAddress(resource, addressKey);
  const holder = [...resource.lineItems, ...resource.customLineItems].find(({ shippingDetails }) =>
    shippingDetails?.targets.some(target => target.addressKey === addressKey),
  );
  if (holder !== undefined)
    throw invalidOperation(
      `The itemShippingAddress '${addressKey}' cannot be removed: the shipping details of the item ` +
        `'${holder.id}' refer to it.`,
    );
  return { set: { itemShippingAddresses: removeElement(resource.itemShippingAddresses, old) } };
});

/** Refuses shipping details of an ordered item that leave out pieces of it. */
const assertAllPieces = (kind: ItemKind, item: Parameters<typeof shippingDetailRefusal>[1]): void => {
  const refusal = shippingDetailRefusal(kind === 'lineItem' ? 'LineItem' : 'CustomLineItem', item);
  if (refusal !== undefined) throw failAll([refusal]);
};

/**
 * Distributes the pieces of an item over the itemShippingAddresses (OACT088, OACT089): those of an order completely,
 * while a cart may still change.
 */
export const setItemShippingDetails = (kind: ItemKind, draftSchema = ShippingDetailsDraft, isOrdered = false) =>
  changeItem(
    kind,
    { shippingDetails: Optional(draftSchema) },
    (item, payload, resource: CartOrOrder) => {
      const shippingDetails = shippingDetailsOf(payload.shippingDetails, item.quantity, addressKeysOf(resource));
      if (isOrdered) assertAllPieces(kind, { ...item, shippingDetails });
      return { shippingDetails };
    },
    'order',
  );

/** Adds pieces of an item to addresses or removes them. An address without pieces is removed. */
export const applyDeltaToShippingDetailsTargets = (kind: ItemKind) =>
  action({ ...itemNames(kind), targetsDelta: TargetsDelta }, (cart: CartOrOrder, { targetsDelta, ...names }) => {
    const item = findItem(cart, kind, names, 'cart');
    const merged = mergeTargets([...(item.shippingDetails?.targets ?? []), ...targetsDelta]);
    const negative = merged.find(({ quantity }) => quantity < 0);
    if (negative !== undefined)
      throw invalidOperation(
        `The address '${negative.addressKey}' would get ${negative.quantity} pieces; expected 0 or more.`,
      );
    const targets = merged.filter(({ quantity }) => quantity > 0);
    return {
      set: replaceItem(cart, kind, item, {
        ...item,
        shippingDetails: shippingDetailsOf({ targets }, item.quantity, addressKeysOf(cart)),
      }),
    };
  });

export const itemShippingAddressCustomFields: CustomFieldsLocation<CartOrOrder> = {
  resourceTypeId: 'address',
  names: { addressKey: Text },
  find: ({ itemShippingAddresses }, { addressKey }: { readonly addressKey: string }) => {
    const address = findItemShippingAddress({ itemShippingAddresses }, addressKey);
    return nestedHolder<CartOrOrder, typeof address>(address, next => ({
      itemShippingAddresses: replaceElement(itemShippingAddresses, address, next),
    }));
  },
  all: ({ itemShippingAddresses }) => itemShippingAddresses.map(({ custom }) => custom),
};

const findItemShippingAddress = ({ itemShippingAddresses }: AddressHolder, key: string): Address => {
  const found = itemShippingAddresses.find(address => address.key === key);
  if (found === undefined)
    throw invalidOperation(
      `There is no itemShippingAddress with key '${key}'; known: ` +
        `${itemShippingAddresses.map(address => address.key).join(', ') || 'none'}.`,
    );
  return found;
};
