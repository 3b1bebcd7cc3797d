import { required } from '../../errors/required.js';
import { mergeTargets } from '../shared/shippingDetails.js';
import type { LineItem } from '../shared/lineItem.js';

/** An item with another quantity; all pieces are in its first State. */
export const withQuantity = (item: LineItem, quantity: number, now: string): LineItem => ({
  ...item,
  quantity,
  state: [{ ...required(item.state[0], 'the State of an item'), quantity }],
  shippingDetails: revalidateShippingDetails(item, quantity),
  lastModifiedAt: now,
});

const mergeShippingDetails = (
  existing: LineItem['shippingDetails'],
  added: LineItem['shippingDetails'],
): LineItem['shippingDetails'] =>
  existing === undefined || added === undefined
    ? (existing ?? added)
    : { targets: mergeTargets([...existing.targets, ...added.targets]), valid: false };

/** An item with the pieces and the shipping targets of another item added. */
export const addQuantity = (item: LineItem, more: LineItem, now: string): LineItem =>
  withQuantity(
    { ...item, shippingDetails: mergeShippingDetails(item.shippingDetails, more.shippingDetails) },
    item.quantity + more.quantity,
    now,
  );

/** Shipping details with `valid` telling whether their targets have all pieces. */
export const revalidateShippingDetails = (
  { shippingDetails }: Pick<LineItem, 'shippingDetails'>,
  quantity: number,
): LineItem['shippingDetails'] =>
  shippingDetails && {
    ...shippingDetails,
    valid: shippingDetails.targets.reduce((all, target) => all + target.quantity, 0) === quantity,
  };
