import type { Context } from '../../engine/define/Context.js';
import { AddressDraft, Address } from '../../schema/address.js';
import { customFieldsOf } from './customFields.js';

export const addressOf = (draft: AddressDraft | undefined, context: Context): Address | undefined => {
  if (draft === undefined) return undefined;
  const { custom, ...plain } = draft;
  return custom === undefined ? plain : { ...plain, custom: customFieldsOf(custom, 'address', context) };
};
