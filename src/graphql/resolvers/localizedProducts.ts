/** Restricts products to the texts of some languages, as `localeProjection` restricts product projections. */
import { localizeProjections } from '../../commerce/resources/product/projections/localize.js';
import type { Product, ProductData } from '../../commerce/resources/product/members.js';
import type { GraphqlContext } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';

/** The originals of localized data and variants. */
const originals = new WeakMap<object, object>();

/** Returns the original: product discounts need all languages of a variant, not only those of the response. */
export const originalOf = <T extends object>(value: T): T => (originals.get(value) as T | undefined) ?? value;

const copyOf = <T extends object>(value: T): T => {
  const copy = { ...value };
  originals.set(copy, value);
  return copy;
};

const copyData = (data: ProductData): ProductData =>
  Object.assign(copyOf(data), {
    masterVariant: copyOf(data.masterVariant),
    variants: data.variants.map(copyOf),
  });

type Projections = Parameters<typeof localizeProjections>[2];

/** Returns copies of products with the texts of some languages; the products are not changed. */
export const localizedProducts = async (
  products: readonly JsonObject[],
  locales: readonly string[],
  { services, projectKey }: GraphqlContext,
): Promise<JsonObject[]> => {
  const projections: object[] = [];
  const copies = (products as readonly unknown[] as readonly Product[]).map(product => {
    const localized = (data: ProductData): ProductData => {
      const copy = copyData(data);
      projections.push(Object.assign(copy, { productType: product.productType }));
      return copy;
    };
    const { current, staged } = product.masterData;
    const masterData = { ...product.masterData, current: localized(current), staged: localized(staged) };
    return { ...product, masterData } as unknown as JsonObject;
  });
  await localizeProjections(services.engine, projectKey, projections as Projections, locales);
  return copies;
};
