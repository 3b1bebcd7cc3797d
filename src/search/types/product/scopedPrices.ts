/** Computes the price of each variant for the buyer of a search from the prices in its content. */
import { type PriceSelection, selectPrice } from '../../../commerce/pricing/selectPrice.js';
import { moneyOf } from '../../../commerce/values/money.js';
import type { Content } from '../../document/contentOf.js';
import type { FieldTable } from '../../fields/FieldTable.js';
import type { Computation, SearchField } from '../../fields/SearchField.js';
import { scopedPriceMembers } from './productFields.js';

type Values = readonly unknown[];

/** Returns the positions of the members of an element; field names are the prefix and the name of the member. */
const positionsIn = ({ named }: Pick<FieldTable, 'named'>, prefix: string, names: readonly string[]) =>
  new Map(names.map(name => [name, Number(named(`${prefix}.${name}`).contentPath.at(-1)?.at)]));

const priceMembers = [...scopedPriceMembers, 'recurrencePolicy', 'validFrom', 'validUntil'];
const scopedMembers = [...scopedPriceMembers, 'discountedCurrencyCode', 'isDiscounted'];

const reference = (id: unknown): { readonly id: string } | undefined => (typeof id === 'string' ? { id } : undefined);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Compiles a function that adds the prices of a buyer to a content. */
const scopedPricesIn = (table: FieldTable, selection: PriceSelection): ((content: Content) => Content) => {
  const variantsAt = Number(table.named('variants.id').contentPath[0]?.at);
  const pricesAt = Number(table.named('variants.prices.id').contentPath[1]?.at);
  const scopedAt = Number(table.named('variants.scopedPrice.centAmount').contentPath[1]?.at);
  const price = positionsIn(table, 'variants.prices', priceMembers);
  const scoped = positionsIn(table, 'variants.scopedPrice', scopedMembers);
  const valueIn = (values: Values, name: string): unknown => values[price.get(name) ?? -1] ?? undefined;
  const priceOf = (values: Values) => {
    const currencyCode = String(valueIn(values, 'currencyCode'));
    const discounted = valueIn(values, 'discountedCentAmount');
    const moneyAt = (amount: unknown) => moneyOf({ currencyCode, centAmount: Number(amount) });
    return {
      values,
      value: moneyAt(valueIn(values, 'centAmount')),
      country: textOf(valueIn(values, 'country')),
      customerGroup: reference(valueIn(values, 'customerGroup')),
      channel: reference(valueIn(values, 'channel')),
      recurrencePolicy: reference(valueIn(values, 'recurrencePolicy')),
      validFrom: textOf(valueIn(values, 'validFrom')),
      validUntil: textOf(valueIn(values, 'validUntil')),
      discounted: discounted === undefined ? undefined : { value: moneyAt(discounted) },
    };
  };
  const scopedOf = (variant: Values): Values | undefined => {
    const selected = selectPrice(((variant[pricesAt] ?? []) as Values[]).map(priceOf), selection);
    if (selected === undefined) return undefined;
    const isDiscounted = selected.discounted !== undefined;
    const computed: Readonly<Record<string, unknown>> = {
      isDiscounted,
      discountedCurrencyCode: isDiscounted ? valueIn(selected.values, 'currencyCode') : undefined,
    };
    const members: unknown[] = [];
    for (const [name, at] of scoped) members[at] = name in computed ? computed[name] : valueIn(selected.values, name);
    return Array.from(members);
  };
  return content => {
    const copy = [...content];
    copy[variantsAt] = ((content[variantsAt] ?? []) as Values[]).map(variant => {
      const changed = [...(variant ?? [])];
      changed[scopedAt] = scopedOf(changed);
      return Array.from(changed);
    });
    return copy;
  };
};

/** Returns the fields of products with the prices of a buyer. */
export const withScopedPrices = (table: FieldTable, { at, ...buyer }: PriceSelection): FieldTable => {
  const computedBy: Computation = {
    name: JSON.stringify(buyer),
    of: scopedPricesIn(table, { at, ...buyer }),
    at,
    changesAt: [table.named('variants.prices.validFrom'), table.named('variants.prices.validUntil')],
  };
  const named = (name: string): SearchField => {
    const field = table.named(name);
    return name.startsWith('variants.scopedPrice.') ? { ...field, computedBy } : field;
  };
  return { ...table, named };
};
