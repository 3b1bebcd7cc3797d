/** Lists the differences between two states of a product, each with a name in words. */
import type { TFunction } from 'i18next';
import { textOf } from '../api/Resource';
import type { AttributeDefinition } from '../forms/definitions';
import { formatMoney, isLocalizedText } from '../values/format';
import type { Words } from '../words/useWords';
import { marketId, marketLabel, marketOf, type Named } from './markets';
import { type Attribute, attributeOf, type Price, type ProductData, type Variant, variantsOf } from './Product';
import { isTextType, valueText } from './texts';

export interface ProductChange {
  readonly what: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface ChangeContext {
  readonly definitions: readonly AttributeDefinition[];
  readonly setup: Named;
  readonly words: Words;
  readonly t: TFunction;
  readonly language: string;
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Compares two values; localized texts have one change for each language. */
const compare = (what: string, before: unknown, after: unknown): readonly ProductChange[] => {
  if (isEqual(before, after)) return [];
  if (!isLocalizedText(before ?? after) || !isLocalizedText(after ?? before)) return [{ what, before, after }];
  const [one, other] = [before ?? {}, after ?? {}] as Readonly<Record<string, string>>[];
  return [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])]
    .filter(language => one?.[language] !== other?.[language])
    .map(language => ({ what: `${what} (${language})`, before: one?.[language], after: other?.[language] }));
};

const attributeChanges = (
  where: string,
  before: readonly Attribute[] = [],
  after: readonly Attribute[] = [],
  { definitions, language, t }: ChangeContext,
): readonly ProductChange[] =>
  [...new Set([...before, ...after].map(({ name }) => name))].flatMap(name => {
    const definition = definitions.find(each => each.name === name);
    const shown = (value: unknown): unknown =>
      definition === undefined || value === undefined || !isTextType(definition.type)
        ? value
        : valueText(value, definition.type, language, t);
    const label = textOf(definition?.label, language) ?? name;
    return compare(`${where}${label}`, shown(attributeOf(before, name)), shown(attributeOf(after, name)));
  });

/** Returns changes of amounts, or of whole prices if another part of them differs. */
const priceChanges = (
  where: string,
  before: Variant,
  after: Variant,
  context: ChangeContext,
): readonly ProductChange[] => {
  const { setup, language, t, words } = context;
  const byMarket = ({ prices = [] }: Variant) =>
    new Map(prices.map(price => [marketId(marketOf(price), setup), price]));
  const [old, next] = [byMarket(before), byMarket(after)];
  return [...new Map([...old, ...next])].flatMap(([id, price]) => {
    const [one, other] = [old.get(id), next.get(id)];
    const parts = (each: Price | undefined) => each && { ...each, id: undefined };
    if (isEqual(parts(one), parts(other))) return [];
    const what = `${where}${words.member('price')} ${marketLabel(marketOf(price), setup, language, t)}`;
    const amount = (each: Price | undefined) => each && formatMoney(each.value, language);
    return amount(one) === amount(other)
      ? compare(what, parts(one), parts(other))
      : [{ what, before: amount(one), after: amount(other) }];
  });
};

const variantChanges = (before: Variant, after: Variant, context: ChangeContext): readonly ProductChange[] => {
  const where = `${after.sku ?? before.sku ?? context.t('product.variant', { id: after.id })}: `;
  const pictures = ({ images = [] }: Variant) => images.map(({ url }) => url);
  return [
    ...compare(`${where}SKU`, before.sku, after.sku),
    ...compare(`${where}${context.words.member('key')}`, before.key, after.key),
    ...priceChanges(where, before, after, context),
    ...attributeChanges(where, before.attributes, after.attributes, context),
    ...(isEqual(pictures(before), pictures(after))
      ? []
      : compare(`${where}${context.t('product.pictures')}`, before.images ?? [], after.images ?? [])),
  ];
};

export const productChanges = (
  before: ProductData,
  after: ProductData,
  context: ChangeContext,
): readonly ProductChange[] => {
  const { words, t } = context;
  const [old, next] = [variantsOf(before), variantsOf(after)];
  const { masterVariant: _m1, variants: _v1, attributes: oldAttributes, ...oldMembers } = before;
  const { masterVariant: _m2, variants: _v2, attributes: nextAttributes, ...nextMembers } = after;
  const label = ({ sku, id }: Variant): string => sku ?? t('product.variant', { id });
  return [
    ...[...new Set([...Object.keys(oldMembers), ...Object.keys(nextMembers)])].flatMap(name =>
      compare(words.member(name, 'Product'), oldMembers[name], nextMembers[name]),
    ),
    ...attributeChanges('', oldAttributes, nextAttributes, context),
    ...compare(t('product.master'), label(before.masterVariant), label(after.masterVariant)),
    ...next.flatMap(variant => {
      const found = old.find(({ id }) => id === variant.id);
      return found === undefined
        ? [{ what: t('product.newVariant'), before: undefined, after: label(variant) }]
        : variantChanges(found, variant, context);
    }),
    ...old
      .filter(({ id }) => !next.some(each => each.id === id))
      .map(variant => ({ what: t('product.removedVariant'), before: label(variant), after: undefined })),
  ];
};
