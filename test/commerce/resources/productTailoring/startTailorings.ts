/** Starts a project with a product of two variants, which stores tailor. */
import { attributeDraft, newKey, productDraft, productTypeDraft, referenceTo } from '../../../support/drafts.js';
import { assertSingleError, type WireError } from '../../../support/refusal.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import type { Test } from '../../../support/tap.js';

interface Variant {
  readonly id: number;
  readonly images?: { readonly url: string }[];
  readonly assets?: { readonly id: string; readonly key: string; readonly custom?: object }[];
  readonly attributes: object[];
}
export const dataOf = (tailoring: Resource) =>
  tailoring as unknown as { current: { variants: Variant[] }; staged: { variants: Variant[] } };

export const image = (url: string) => ({ url, dimensions: { w: 1, h: 1 } });
export const asset = (key: string) => ({ key, name: { en: key }, sources: [{ uri: `https://example.com/${key}` }] });

export const assertRefused = (
  t: Test,
  error: WireError,
  code: string,
  { message, ...members }: { readonly message?: string; readonly [member: string]: unknown } = {},
): void => {
  assertSingleError(t, error, { code, ...members });
  if (message !== undefined) t.equal(error.errors[0]?.message, message);
};

export const startTailorings = async () => {
  const tailorings = await startResourceApi('product-tailoring');
  const { createIn } = tailorings;
  const productType = await createIn(
    'product-types',
    productTypeDraft([
      attributeDraft('colour', { name: 'lenum', values: [{ key: 'red', label: { en: 'Red' } }] }),
      attributeDraft('note', { name: 'ltext' }, { level: 'Product' }),
      attributeDraft('size', { name: 'number' }),
      { ...attributeDraft('fit', { name: 'text' }), isRequired: true },
      attributeDraft('parts', {
        name: 'nested',
        typeReference: referenceTo('product-type', await createIn('product-types', productTypeDraft())),
      }),
    ]),
  );
  const fit = (value: string) => [{ name: 'fit', value }];
  const newProduct = (skus: readonly string[] = [newKey('sku'), newKey('sku')]) => {
    const [masterVariant, second] = skus.map(sku => ({ sku, attributes: fit(sku) }));
    const changes = { key: newKey('product'), publish: true, masterVariant, variants: [second!] };
    return createIn('products', productDraft({ id: productType.id }, changes));
  };
  const skus = [newKey('sku'), newKey('sku')] as const;
  const product = await newProduct(skus);
  const newStore = () => createIn('stores', { key: newKey('store') });
  return {
    tailorings,
    skus,
    product,
    newProduct,
    newStore,
    /** Returns the draft of a tailoring of the product in a new store. */
    draft: async (changes: object = {}) => ({
      product: referenceTo('product', product),
      store: referenceTo('store', await newStore()),
      ...changes,
    }),
  };
};
