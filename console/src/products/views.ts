/** The grids in which a product is edited, with their rows and columns. */
import type { TFunction } from 'i18next';
import { textOf } from '../api/Resource';
import { languageName } from '../values/format';
import { labelOf } from '../values/labelOf';
import type { Words } from '../words/useWords';
import {
  attributePrefix,
  pricePrefix,
  pricesOf,
  type ProductState,
  type Setup,
  stockColumnOf,
  textMembers,
} from './cells';
import { type Market, marketId, marketLabel, marketsOf } from './markets';
import { type Variant, variantsOf } from './Product';

export const viewNames = ['variants', 'prices', 'stock', 'texts'] as const;
export type ViewName = (typeof viewNames)[number];

interface Heading {
  readonly id: string;
  readonly label: string;
}

interface ViewRow extends Heading {
  /** Absent for a text of the product, and for an unsaved variant. */
  readonly variant?: Variant;
}

export interface ViewContext {
  readonly state: ProductState;
  readonly setup: Setup;
  readonly language: string;
  readonly words: Words;
  readonly t: TFunction;
}

const priceColumns = ({ state, setup, language, t }: ViewContext, added: readonly Market[]): readonly Heading[] => {
  const prices = variantsOf(state.product.masterData.staged).flatMap(variant => pricesOf(state, variant));
  const markets = new Map(marketsOf(prices, setup));
  if (markets.size === 0) markets.set(setup.currencies[0] ?? 'EUR', { currencyCode: setup.currencies[0] ?? 'EUR' });
  for (const market of added) markets.set(marketId(market, setup), market);
  return [...markets].map(([id, market]) => ({
    id: `${pricePrefix}${id}`,
    label: marketLabel(market, setup, language, t),
  }));
};

/** Returns the channels that have stock, undefined for stock without a channel; then those that may have some. */
const stockColumns = ({ state, setup, language, t }: ViewContext, withEmpty: boolean): readonly Heading[] => {
  const used = new Set(state.entries.map(({ supplyChannel }) => supplyChannel?.id));
  const supplies = setup.channels.filter(({ roles }) =>
    (roles as readonly string[] | undefined)?.includes('InventorySupply'),
  );
  // A shop with warehouses rarely has stock without a channel, so that column is last.
  const others = [...supplies.map(({ id }) => id), undefined].filter(id => !used.has(id));
  const empty = withEmpty ? others : used.size === 0 ? [undefined] : [];
  const shown = [...used, ...empty];
  return shown.map(id => {
    const channel = setup.channels.find(each => each.id === id);
    return {
      id: stockColumnOf(id, setup),
      label:
        channel === undefined
          ? t(shown.length > 1 ? 'product.stockWithoutChannel' : 'product.stock')
          : t('product.stockAt', { channel: labelOf(channel, language) }),
    };
  });
};

const attributeColumns = ({ state, language }: ViewContext): readonly Heading[] =>
  state.definitions
    .filter(({ level, type }) => level !== 'Product' && type.name !== 'ltext')
    .map(({ name, label, isRequired }) => ({
      id: `${attributePrefix}${name}`,
      label: `${textOf(label, language) ?? name}${isRequired ? ' *' : ''}`,
    }));

export const columnsOf = (view: ViewName, context: ViewContext, added: readonly Market[]): readonly Heading[] => {
  if (view === 'texts')
    return context.setup.languages.map(id => ({ id, label: `${languageName(id, context.language)} (${id})` }));
  if (view === 'prices') return priceColumns(context, added);
  if (view === 'stock') return stockColumns(context, true);
  return [
    { id: 'sku', label: 'SKU' },
    ...priceColumns(context, []).slice(0, 1),
    ...stockColumns(context, false),
    ...attributeColumns(context),
  ];
};

const textRows = ({ state, language, words }: ViewContext): readonly ViewRow[] => {
  const texts = state.definitions.filter(({ type }) => type.name === 'ltext');
  const label = (definition: (typeof texts)[number]): string => textOf(definition.label, language) ?? definition.name;
  const { staged } = state.product.masterData;
  return [
    ...textMembers.map(id => ({ id, label: words.member(id, 'Product') })),
    ...texts
      .filter(({ level }) => level === 'Product')
      .map(definition => ({ id: `${attributePrefix}${definition.name}`, label: label(definition) })),
    ...texts
      .filter(({ level }) => level !== 'Product')
      .flatMap(definition =>
        variantsOf(staged)
          // A text that all variants share is only edited at the first one.
          .slice(0, definition.attributeConstraint === 'SameForAll' ? 1 : undefined)
          .map(variant => ({
            id: `${variant.id} ${attributePrefix}${definition.name}`,
            label:
              definition.attributeConstraint === 'SameForAll'
                ? label(definition)
                : `${label(definition)}: ${variant.sku ?? variant.id}`,
          })),
      ),
  ];
};

export const rowsOf = (view: ViewName, context: ViewContext, newRows: readonly string[]): readonly ViewRow[] => {
  if (view === 'texts') return textRows(context);
  const { t, state } = context;
  return [
    ...variantsOf(state.product.masterData.staged).map(variant => ({
      id: String(variant.id),
      label: variant.sku ?? t('product.variant', { id: variant.id }),
      variant,
    })),
    ...newRows.map(id => ({ id, label: t('product.newVariant') })),
  ];
};
