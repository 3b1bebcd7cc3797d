import type { Context } from '../../engine/define/Context.js';
import type { Address, AddressDraft } from '../../schema/address.js';
import { customFieldsOf } from './customFields.js';

/** The stored form of an address. */
export function addressOf(draft: AddressDraft, context: Context): Address;
export function addressOf(draft: AddressDraft | undefined, context: Context): Address | undefined;
export function addressOf(draft: AddressDraft | undefined, context: Context): Address | undefined {
  if (draft?.custom === undefined) return draft as Address | undefined;
  return { ...draft, custom: customFieldsOf(draft.custom, 'address', context) };
}
