/** The distribution of the pieces of an item over the itemShippingAddresses. */
import { Named } from '../../../../engine/schema/Named.js';
import type { Static } from '@sinclair/typebox';
import { type ErrorEntry, errorEntry, fail, invalidOperation, invalidInput } from '../../../../base/errors/ApiError.js';
import {
  Flag,
  Integer,
  IntegerFrom,
  List,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../../../engine/schema/primitives.js';

const targetOf = (quantity: typeof Integer) => Shape({ addressKey: Text, quantity, shippingMethodKey: Optional(Text) });
const TargetList = List(Named('ItemShippingTarget', targetOf(Quantity), { input: 'ShippingTargetDraft' }));
/** A target of no pieces is removed. */
const TargetDraft = Named('ItemShippingTargetDraft', targetOf(IntegerFrom(0, Number.MAX_SAFE_INTEGER)), {
  input: 'ShippingTargetDraft',
});

/** `valid` is true if all pieces have an address. */
export const ShippingDetails = Named('ShippingDetails', Shape({ targets: TargetList, valid: Flag }), {
  type: 'ItemShippingDetails',
});
export const ShippingDetailsDraft = Named('ShippingDetailsDraft', Shape({ targets: List(TargetDraft) }), {
  input: 'ItemShippingDetailsDraft',
});
/** The draft in actions of orders, which has another name in GraphQL. */
export const OrderShippingDetailsDraft = Named(
  'ShippingDetailsDraft',
  Shape({ targets: List(Named('ItemShippingTargetDraft', TargetDraft, { input: 'ShippingTargetDraftType' })) }),
  { input: 'ItemShippingDetailsDraftType' },
);
export const TargetsDelta = List(Named('ItemShippingTargetDelta', targetOf(Integer), { input: 'ShippingTargetDraft' }));
type Draft = Static<typeof ShippingDetailsDraft>;
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
    throw invalidOperation(
      `The address '${unsafe.addressKey}' would get ${unsafe.quantity} pieces; ` +
        `expected at most ${Number.MAX_SAFE_INTEGER}.`,
    );
  return [...sums.values()];
};

type Details = Static<typeof ShippingDetails>;

const piecesOf = ({ targets }: Draft): number => targets.reduce((sum, target) => sum + target.quantity, 0);

const hasAllPieces = (draft: Draft, quantity: number): boolean => piecesOf(draft) === quantity;

/** The error where the targets of an ordered item do not have all pieces (ERR058); undefined where they have. */
export const shippingDetailRefusal = (
  subject: 'LineItem' | 'CustomLineItem',
  { id: itemId, quantity: itemQuantity, shippingDetails }: ShippedItem,
): ErrorEntry | undefined =>
  shippingDetails === undefined || shippingDetails.valid
    ? undefined
    : errorEntry('InvalidItemShippingDetails', {
        subject,
        itemId,
        itemQuantity,
        quantitySum: piecesOf(shippingDetails),
      });

interface ShippedItem {
  readonly id: string;
  readonly quantity: number;
  readonly shippingDetails?: Details;
}

/**
 * The stored form of shipping details, without targets of no pieces. Refuses keys of unknown addresses, and two targets
 * with one address.
 */
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
    throw invalidInput(
      `The addressKey '${unknown.addressKey}' names no address of itemShippingAddresses; known: ` +
        `${[...addressKeys].join(', ') || 'none'}.`,
    );
  const keys = draft.targets.map(({ addressKey }) => addressKey);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined)
    throw fail('DuplicateField', { field: 'shippingDetails.targets.addressKey', duplicateValue: twice });
  const targets = draft.targets.filter(target => target.quantity > 0);
  return { targets, valid: hasAllPieces({ targets }, quantity) };
}

/** Shipping details with `valid` telling whether their targets have all pieces. */
export const revalidateShippingDetails = (
  { shippingDetails }: { readonly shippingDetails?: Details },
  quantity: number,
): Details | undefined => shippingDetails && { ...shippingDetails, valid: hasAllPieces(shippingDetails, quantity) };
