import { fail } from '../../errors/ApiError.js';
import type { Address } from '../../schema/address.js';
import type { CustomFieldsLocation } from './CustomFieldsLocation.js';

/** The custom fields of a resource's member `address`; `noun` is what messages call the resource. */
export const addressCustomFields = <R extends { readonly address?: Address }>(
  noun: string,
): CustomFieldsLocation<R> => ({
  resourceTypeId: 'address',
  find: ({ address }) => {
    if (address === undefined) throw fail('InvalidOperation', { message: `The ${noun} has no address.` });
    return { custom: address.custom, with: custom => ({ address: { ...address, custom } }) as unknown as Partial<R> };
  },
  all: ({ address }) => [address?.custom],
});
