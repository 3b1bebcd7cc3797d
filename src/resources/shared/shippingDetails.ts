import type { Static } from '@sinclair/typebox';
import { fail } from '../../errors/ApiError.js';
import { Flag, List, Optional, Quantity, Shape, Text } from '../../schema/primitives.js';

const TargetList = List(Shape({ addressKey: Text, quantity: Quantity, shippingMethodKey: Optional(Text) }));

/** Distributes the pieces of an item over itemShippingAddresses; `valid` where all pieces have an address. */
export const ShippingDetails = Shape({ targets: TargetList, valid: Flag });
export const ShippingDetailsDraft = Shape({ targets: TargetList });

type Draft = Static<typeof ShippingDetailsDraft>;
type Details = Static<typeof ShippingDetails>;
type Targets = Draft['targets'];

/** Merges the targets of each address. */
export const mergeTargets = (targets: Targets): Targets => {
  const sums = new Map<string, Targets[number]>();
  for (const target of targets)
    sums.set(target.addressKey, {
      ...target,
      quantity: target.quantity + (sums.get(target.addressKey)?.quantity ?? 0),
    });
  const unsafe = [...sums.values()].find(({ quantity }) => !Number.isSafeInteger(quantity));
  if (unsafe !== undefined)
    throw fail('InvalidOperation', {
      message: `The address '${unsafe.addressKey}' would get ${unsafe.quantity} pieces; expected at most ${Number.MAX_SAFE_INTEGER}.`,
    });
  return [...sums.values()];
};

/** The stored form of shipping details. Refuses keys of unknown addresses. */
export function shippingDetailsOf(draft: Draft, quantity: number, addressKeys: ReadonlySet<string>): Details;
export function shippingDetailsOf(
  draft: Draft | undefined,
  quantity: number,
  addressKeys: ReadonlySet<string>,
): Details | undefined;
export function shippingDetailsOf(
  draft: Draft | undefined,
  quantity: number,
  addressKeys: ReadonlySet<string>,
): Details | undefined {
  if (draft === undefined) return undefined;
  const unknown = draft.targets.find(({ addressKey }) => !addressKeys.has(addressKey));
  if (unknown !== undefined)
    throw fail('InvalidInput', {
      message: `The addressKey '${unknown.addressKey}' names no address of itemShippingAddresses; known: ${[...addressKeys].join(', ') || 'none'}.`,
    });
  const sum = draft.targets.reduce((total, target) => total + target.quantity, 0);
  return { targets: draft.targets, valid: sum === quantity };
}
