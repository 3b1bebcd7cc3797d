import { sameValue } from '../../../engine/document/sameValue.js';
import type { Address } from '../../../schema/address.js';
import type { LineItem } from '../../shared/lineItem.js';

type Details = LineItem['shippingDetails'];

/** Replaces the address keys of shipping details by those of the joined list. */
export type ShippingDetailsUpdater = (details: Details) => Details;

/** Whether two addresses differ in key and id only. */
const isSameAddress = (one: Address, other: Address): boolean =>
  sameValue({ ...one, key: undefined, id: undefined }, { ...other, key: undefined, id: undefined });

/** Keeps the key of an address, or adds a number where a different address of the list has the key. */
const freeKey = (addresses: readonly Address[], address: Address, key: string): string => {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    const holder = addresses.find(each => each.key === candidate);
    if (holder === undefined || isSameAddress(holder, address)) return candidate;
  }
};

/**
 * Joins the item shipping addresses of two carts to one list of distinct keys; an address of both lists is kept once
 * (CUST119).
 */
export const joinAddresses = (
  anonymous: readonly Address[],
  own: readonly Address[],
): { addresses: Address[]; updateShippingDetails: ShippingDetailsUpdater } => {
  const addresses = [...own];
  const keys = new Map<string, string>();
  for (const address of anonymous) {
    const { key: oldKey } = address;
    // Drafts and actions refuse item shipping addresses without a key.
    if (oldKey === undefined) throw new Error('An item shipping address has no key.');
    const key = freeKey(addresses, address, oldKey);
    keys.set(oldKey, key);
    if (!addresses.some(each => each.key === key)) addresses.push({ ...address, key });
  }
  const updateShippingDetails: ShippingDetailsUpdater = details =>
    details && {
      ...details,
      targets: details.targets.map(target => ({
        ...target,
        addressKey: keys.get(target.addressKey) ?? target.addressKey,
      })),
    };
  return { addresses, updateShippingDetails };
};
