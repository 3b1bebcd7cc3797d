import { fail } from '../../errors/ApiError.js';
import type { Address } from '../../schema/address.js';
import { type CustomFieldsLocation, nestedHolder } from './CustomFieldsLocation.js';

interface HasAddress {
  readonly address?: Address;
}

/** The custom fields in the member `address` of a resource; `noun` is the word of error messages for the resource. */
export const addressCustomFields = (noun: string): CustomFieldsLocation<HasAddress> => ({
  resourceTypeId: 'address',
  find: ({ address }) => {
    if (address === undefined) throw fail('InvalidOperation', { message: `The ${noun} has no address.` });
    return nestedHolder<HasAddress, Address>(address, next => ({ address: next }));
  },
  all: ({ address }) => [address?.custom],
});
