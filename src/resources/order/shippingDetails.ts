import type { Static } from '@sinclair/typebox';
import { fail } from '../../errors.js';
import { Flag, List, Optional, Quantity, Shape, Text } from '../types/basic.js';

const Targets = List(Shape({ addressKey: Text, quantity: Quantity, shippingMethodKey: Optional(Text) }));

/** How the pieces of an item spread over the order's itemShippingAddresses; `valid` when all pieces have an address. */
export const ShippingDetails = Shape({ targets: Targets, valid: Flag });
export const ShippingDetailsDraft = Shape({ targets: Targets });

export const shippingDetailsOf = (draft: Static<typeof ShippingDetailsDraft> | undefined, quantity: number, addressKeys: ReadonlySet<string>): Static<typeof ShippingDetails> | undefined => {
  if (draft === undefined) return undefined;
  const unknown = draft.targets.find(({ addressKey }) => !addressKeys.has(addressKey));
  if (unknown !== undefined)
    throw fail('InvalidInput', { message: `The addressKey '${unknown.addressKey}' names no address of itemShippingAddresses; known: ${[...addressKeys].join(', ') || 'none'}.` });
  const sum = draft.targets.reduce((total, target) => total + target.quantity, 0);
  return { targets: draft.targets, valid: sum === quantity };
};
