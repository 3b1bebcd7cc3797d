/** Addresses of resources, with their custom fields. */
import { invalidOperation } from '../../../base/errors/ApiError.js';
import type { Context } from '../../../engine/define/Context.js';
import type { Address, AddressDraft } from '../../values/address.js';
import { type CustomFieldsLocation, nestedHolder } from './customFieldActions.js';
import { customFieldsOf } from './customFields.js';

/** The stored form of an address. */
export function addressOf(draft: AddressDraft, context: Context): Address;
export function addressOf(draft: AddressDraft | undefined, context: Context): Address | undefined;
export function addressOf(draft: AddressDraft | undefined, context: Context): Address | undefined {
  if (draft?.custom === undefined) return draft as Address | undefined;
  return { ...draft, custom: customFieldsOf(draft.custom, 'address', context) };
}

interface HasAddress {
  readonly address?: Address;
}

export const addressCustomFields: CustomFieldsLocation<HasAddress> = {
  resourceTypeId: 'address',
  find: ({ address }) => {
    if (address === undefined) throw invalidOperation('The resource has no address.');
    return nestedHolder<HasAddress, Address>(address, next => ({ address: next }));
  },
  all: ({ address }) => [address?.custom],
};
