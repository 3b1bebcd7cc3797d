/**
 * Prices of a market that get other dates when the product is saved. The change is stored as a text like those of
 * cells: `market|prices.EUR` contains the id of the market that replaces the old one.
 */
import { cellId } from '../grid/cellId';
import type { Edits } from '../grid/useEdits';
import { pricePrefix, pricesOf, type ProductState, type Setup } from './cells';
import { type Market, marketId, marketOf } from './markets';
import { variantsOf } from './Product';
import { amountText } from './texts';

export const marketRow = 'market';
export const marketCell = (column: string): string => cellId(marketRow, column);

/** Returns the id of the market that a column has after everything is saved. */
export const marketIdIn = (column: string, { texts }: Pick<Edits, 'texts'>): string =>
  texts.get(marketCell(column)) ?? column.slice(pricePrefix.length);

export const newMarket = (column: string, market: Market, setup: Setup): ReadonlyMap<string, string | undefined> => {
  const id = marketId(market, setup);
  return new Map([[marketCell(column), column === `${pricePrefix}${id}` ? undefined : id]]);
};

const wholePercent = 100;

/** Returns the texts of an added market: the usual prices, those without dates, reduced by some percent. */
export const reducedPrices = (
  state: ProductState,
  setup: Setup,
  { market, percent }: { readonly market: Market; readonly percent: number },
): ReadonlyMap<string, string> => {
  const { validFrom: _from, validUntil: _until, ...always } = market;
  const usual = [always, { currencyCode: market.currencyCode }].map(each => marketId(each, setup));
  const cells = new Map<string, string>();
  for (const variant of variantsOf(state.product.masterData.staged)) {
    const prices = pricesOf(state, variant).filter(({ value }) => value.type !== 'highPrecision');
    const price = usual
      .map(id => prices.find(each => marketId(marketOf(each), setup) === id))
      .find(each => each !== undefined);
    if (price === undefined) continue;
    const centAmount = Math.round((price.value.centAmount * (wholePercent - percent)) / wholePercent);
    cells.set(
      cellId(String(variant.id), `${pricePrefix}${marketId(market, setup)}`),
      amountText({ ...price.value, centAmount }),
    );
  }
  return cells;
};
