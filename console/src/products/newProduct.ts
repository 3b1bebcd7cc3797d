/** Makes the draft of a new product from the fields of its page. */
import type { TFunction } from 'i18next';
import type { AttributeDefinition, ProductType } from '../forms/definitions';
import { fractionDigitsOf } from '../values/format';
import { parseValue } from './texts';

export interface NewProduct {
  readonly productType?: string | undefined;
  readonly name: string;
  readonly slug: string;
  readonly sku: string;
  readonly amount?: number | undefined;
  /** The ids of the categories. */
  readonly categories: readonly string[];
  readonly taxCategory?: string | undefined;
  /** The texts of attributes that the product type requires, by their names. */
  readonly attributes: Readonly<Record<string, string>>;
}

const written: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Returns a part of an address for a name: `waermflasche-2` for “Wärmflasche 2”. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[äöüß]/g, letter => written[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

interface DraftOptions {
  readonly type: ProductType;
  readonly language: string;
  readonly currency: string;
  readonly t: TFunction;
}

/** Returns the draft; throws a `TextError` if a text is not a value of its attribute. */
export const productDraft = (product: NewProduct, { type, language, currency, t }: DraftOptions): object => {
  const { name, slug, sku, amount, categories, taxCategory, attributes } = product;
  const valuesOf = (isOf: (definition: AttributeDefinition) => boolean) =>
    type.attributes
      .filter(isOf)
      .map(each => ({ name: each.name, value: parseValue((attributes[each.name] ?? '').trim(), each.type, t) }))
      .filter(({ value }) => value !== undefined);
  const centAmount = Math.round((amount ?? 0) * 10 ** fractionDigitsOf(currency));
  return {
    productType: { typeId: 'product-type', id: type.id },
    // Files with products identify a product by its key.
    key: slug,
    name: { [language]: name.trim() },
    slug: { [language]: slug },
    categories: categories.map(id => ({ typeId: 'category', id })),
    ...(taxCategory !== undefined && { taxCategory: { typeId: 'tax-category', id: taxCategory } }),
    attributes: valuesOf(({ level }) => level === 'Product'),
    masterVariant: {
      ...(sku.trim() !== '' && { sku: sku.trim() }),
      prices: amount === undefined ? [] : [{ value: { currencyCode: currency, centAmount } }],
      attributes: valuesOf(({ level }) => level !== 'Product'),
    },
  };
};
