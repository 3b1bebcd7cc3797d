/** The addresses that items of two carts are sent to, in one list (CUST119). */
import { sameValue } from '../../../engine/define/actions.js';
import type { Address } from '../../../schema/address.js';
import type { LineItem } from '../../shared/lineItem.js';

type Details = LineItem['shippingDetails'];

/** Shipping details with the keys that their addresses have in the common list. */
export type ShippingDetailsUpdater = (details: Details) => Details;

const isSamePlace = ({ key: _, id: __, ...one }: Address, { key: ___, id: ____, ...other }: Address): boolean =>
  sameValue(one, other);

/** The key of an address in the common list: its own, unless another place has it; then its own with a number. */
const keyIn = (addresses: readonly Address[], address: Address, key: string): string => {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    const holder = addresses.find(each => each.key === candidate);
    if (holder === undefined || isSamePlace(holder, address)) return candidate;
  }
};

/** Both lists in one, each address under a key of its own; those that stand in both under one key, once. */
export const joinAddresses = (
  theirs: readonly Address[],
  own: readonly Address[],
): { addresses: Address[]; readdress: ShippingDetailsUpdater } => {
  const addresses = [...own];
  const keys = new Map<string, string>();
  for (const address of theirs) {
    // Each has a key: the drafts and actions see to it.
    const key = keyIn(addresses, address, address.key!);
    keys.set(address.key!, key);
    if (!addresses.some(each => each.key === key)) addresses.push({ ...address, key });
  }
  const readdress: ShippingDetailsUpdater = details =>
    details && {
      ...details,
      targets: details.targets.map(target => ({
        ...target,
        addressKey: keys.get(target.addressKey) ?? target.addressKey,
      })),
    };
  return { addresses, readdress };
};
