import { sameValue } from '../../engine/document/sameValue.js';
import type { Engine } from '../../engine/Engine.js';
import type { BeforeCommit, BeforeCommitInput } from '../../engine/define/BeforeCommit.js';
import type { TaxedPrice } from '../../schema/tax.js';
import type { Cart } from '../cart/members.js';
import { loadCatalogue } from './loadCatalogue.js';
import { isPriceAvailable } from '../../pricing/itemPrices.js';
import { stalenessOf } from '../../pricing/staleness.js';
import { subtract } from '../../pricing/money.js';
import { calculateCart } from '../../pricing/calculateCart.js';

/** What `setCartTotalTax` asks for: the net amount is the total price, whatever else the update does. */
export type TotalTax = Pick<TaxedPrice, 'totalGross' | 'taxPortions'>;

/** A total tax from outside holds as long as the total that it was given for; taxes of all parts take its place. */
const withExternalTotalTax = (
  { before, after, requestedEffects }: BeforeCommitInput<Cart>,
  settled: Partial<Cart>,
): Partial<Cart> => {
  if (after.taxMode !== 'ExternalAmount') return settled;
  const given = requestedEffects.totalTax as TotalTax | undefined;
  const totalNet = settled.totalPrice!;
  if (given !== undefined)
    return { ...settled, taxedPrice: { totalNet, ...given, totalTax: subtract(given.totalGross, totalNet) } };
  const isHeld =
    settled.taxedPrice === undefined &&
    before?.taxedPrice !== undefined &&
    sameValue(before.totalPrice, totalNet) &&
    before.taxMode === 'ExternalAmount';
  return isHeld ? { ...settled, taxedPrice: before.taxedPrice } : settled;
};

/** One cart as the catalogue would price it now. */
export const repriceCart = async (
  engine: Parameters<BeforeCommit<Cart>>[0],
  change: BeforeCommitInput<Cart>,
): Promise<Partial<Cart>> => {
  const stale = stalenessOf(change);
  const catalogue = await loadCatalogue(engine, change.projectKey, change.after, change.before, stale);
  return withExternalTotalTax(change, calculateCart(change.after, change.before, stale, catalogue, change.context));
};

/** The same without the line items that cannot be bought any more, instead of a refusal (CUST124). `after` is a plain object. */
export const repriceWithoutUnavailable = async (
  engine: Engine,
  change: BeforeCommitInput<Cart>,
): Promise<Partial<Cart>> => {
  const { projectKey, context, before, after: given } = change;
  const stale = stalenessOf(change);
  const catalogue = await loadCatalogue(engine, projectKey, given, before, stale);
  const after = {
    ...given,
    lineItems: given.lineItems.filter(item => isPriceAvailable(item, given, stale, catalogue, context)),
  };
  return withExternalTotalTax({ ...change, after }, calculateCart(after, before, stale, catalogue, context));
};
