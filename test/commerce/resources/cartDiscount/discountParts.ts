/** Values, targets and pattern components of cart discounts about custom line items. */
import { money } from '../../../support/drafts.js';

export const customLines = { type: 'customLineItems', predicate: 'true' };
export const relative = (permyriad: number, applicationMode?: string) => ({
  type: 'relative',
  permyriad,
  applicationMode,
});
export const absolute = (centAmount: number, currency = 'EUR') => ({
  type: 'absolute',
  money: [money(centAmount, currency)],
});
export const multiBuy = {
  type: 'multiBuyCustomLineItems',
  predicate: 'true',
  triggerQuantity: 2,
  discountedQuantity: 1,
  selectionMode: 'Cheapest',
};
export const units = (slug: string, changes: object = {}) => ({
  type: 'CountOnCustomLineItemUnits',
  predicate: `slug = "${slug}"`,
  ...changes,
});
export const pattern = (triggerPattern: readonly object[], targetPattern: readonly object[], changes: object = {}) => ({
  type: 'pattern',
  triggerPattern,
  targetPattern,
  selectionMode: 'Cheapest',
  ...changes,
});
