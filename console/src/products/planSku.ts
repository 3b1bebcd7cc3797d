/** Plans the edited prices and stock of a variant: actions of the product, and separate requests. */
import type { TFunction } from 'i18next';
import type { UpdateAction } from '../changes/useChange';
import { entryIn, isStandalone, priceIn, pricePrefix, type ProductState, type Setup, stockChannel } from './cells';
import { marketCell } from './marketEdits';
import { type Market, marketDraft, parseMarket } from './markets';
import type { Price, StandalonePrice, Variant } from './Product';
import { amountText, parseAmount, parseQuantity, TextError } from './texts';

export interface PlannedAction {
  readonly action: UpdateAction;
  /** The cells that it saves. */
  readonly cells: readonly string[];
}

export interface PlannedRequest {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: { readonly version: number };
  readonly body?: unknown;
  readonly cells: readonly string[];
}

/** The plan of one row of a variant. */
export interface RowPlan {
  readonly actions: PlannedAction[];
  readonly requests: PlannedRequest[];
  /** The members of the draft of a new variant. */
  readonly draft: { sku?: string; key?: string; prices: object[]; attributes: Map<string, unknown> };
}

export interface RowContext {
  readonly state: ProductState;
  readonly setup: Setup;
  readonly variant: Variant | undefined;
  /** The SKU that the row will have. */
  readonly sku: string | undefined;
  /** The ids of the markets after the save, by the column of prices. */
  readonly markets: ReadonlyMap<string, string>;
  readonly t: TFunction;
}

const update = (
  path: string,
  resource: { readonly id: string; readonly version: number },
  actions: readonly UpdateAction[],
) => ({ method: 'POST', path: `/${path}/${resource.id}`, body: { version: resource.version, actions } }) as const;

/** Returns the actions that change a standalone price; an embedded price is written as a whole. */
const changeOwnPrice = (own: StandalonePrice, value: object, { validFrom, validUntil }: Market, isMoved: boolean) =>
  update('standalone-prices', own, [
    ...(value === own.value ? [] : [{ action: 'changeValue', value }]),
    ...(isMoved ? [{ action: 'setValidFromAndUntil', validFrom, validUntil }] : []),
  ]);

/** Returns members that stay: steps by quantity, a key, custom fields and a price set by hand for a discount. */
const unchangedOf = (price: Price, { externalDiscounts }: Setup): object => {
  const { id: _id, validFrom: _from, validUntil: _until, discounted, ...others } = price;
  return discounted !== undefined && externalDiscounts.includes(discounted.discount.id)
    ? { ...others, discounted }
    : others;
};

export const planPrice = (context: RowContext, cell: string, column: string, text: string, plan: RowPlan): void => {
  const { state, setup, variant, sku, markets, t } = context;
  const id = column.slice(pricePrefix.length);
  const moved = markets.get(column);
  const market = parseMarket(moved ?? id, setup, t);
  const before = variant && priceIn(state, variant, id, setup);
  // An amount with more digits than its currency stays unchanged while its dates change.
  const isSameValue = before !== undefined && text === amountText(before.value);
  const value = text === '' ? undefined : isSameValue ? before.value : parseAmount(text, market.currencyCode, t);
  const price = value && { ...marketDraft(market), value };
  const cells = moved === undefined ? [cell] : [cell, marketCell(column)];
  if (isStandalone(state)) {
    if (sku === undefined) throw new TextError(t('grid.errors.sku'));
    const own = before as StandalonePrice | undefined;
    if (own !== undefined && value === undefined)
      plan.requests.push({
        method: 'DELETE',
        path: `/standalone-prices/${own.id}`,
        query: { version: own.version },
        cells,
      });
    else if (own !== undefined && value !== undefined)
      plan.requests.push({ ...changeOwnPrice(own, value, market, moved !== undefined), cells });
    else if (price !== undefined)
      plan.requests.push({ method: 'POST', path: '/standalone-prices', body: { sku, ...price }, cells });
  } else if (variant === undefined) {
    if (price !== undefined) plan.draft.prices.push(price);
  } else if (before === undefined) {
    if (price !== undefined) plan.actions.push({ action: { action: 'addPrice', variantId: variant.id, price }, cells });
  } else if (price === undefined) {
    plan.actions.push({ action: { action: 'removePrice', priceId: before.id }, cells });
  } else {
    plan.actions.push({
      action: { action: 'changePrice', priceId: before.id, price: { ...unchangedOf(before, setup), ...price } },
      cells,
    });
  }
};

export const planStock = (
  { state, setup, sku, t }: RowContext,
  cell: string,
  column: string,
  text: string,
  plan: RowPlan,
): void => {
  const entry = entryIn(state, sku, column, setup);
  if (text === '' && entry === undefined) return;
  // Stock that is only tracked may be below 0 because of orders.
  const isSame = entry !== undefined && text === String(entry.quantityOnStock);
  const quantity = isSame ? entry.quantityOnStock : parseQuantity(text, t);
  if (sku === undefined) throw new TextError(t('grid.errors.sku'));
  const cells = [cell];
  if (entry !== undefined)
    plan.requests.push({ ...update('inventory', entry, [{ action: 'changeQuantity', quantity }]), cells });
  else {
    const channel = stockChannel(column, setup, t);
    const supplyChannel = channel && { typeId: 'channel', id: channel };
    const body = { sku, quantityOnStock: quantity, ...(supplyChannel && { supplyChannel }) };
    plan.requests.push({ method: 'POST', path: '/inventory', body, cells });
  }
};
