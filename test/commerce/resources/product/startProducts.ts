/** Starts a project with a product type without attributes, for tests of products. */
import { newKey, productDraft, productTypeDraft } from '../../../support/drafts.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';

interface Variant {
  readonly id: number;
  readonly sku?: string;
  readonly prices: { id: string; value: { centAmount: number } }[];
  readonly attributes: { name: string; value: unknown }[];
  readonly images: { url: string; label?: string }[];
}
interface ProductData {
  readonly masterVariant: Variant;
  readonly variants: Variant[];
  readonly slug: object;
  readonly attributes: object[];
}
interface MasterData {
  readonly published: boolean;
  readonly hasStagedChanges: boolean;
  readonly current: ProductData;
  readonly staged: ProductData;
}

export const dataOf = (product: object): MasterData => (product as { masterData: MasterData }).masterData;
export const stagedOf = (product: object): ProductData => dataOf(product).staged;

/** Makes an attribute name of one test: a name has one definition in all product types. */
export const newAttributeName = () => newKey('a').slice(0, 20);

export const startProducts = async () => {
  const products = await startResourceApi('products');
  const { createIn } = products;
  const plain = await createIn('product-types', productTypeDraft());
  return {
    products,
    createIn,
    plain,
    plainDraft: (changes: object = {}) => productDraft({ id: plain.id }, changes),
    messageTypesOf: async (product: Resource) => (await products.messagesOf(product)).map(({ type }) => type),
    /** Creates a product type and returns a function that makes a product draft from the attributes of each variant. */
    createType: async (...attributes: object[]) => {
      const type = await createIn('product-types', productTypeDraft(attributes));
      return (...variants: object[][]) => {
        const [masterVariant, ...others] = variants.map(each => ({ sku: newKey('sku'), attributes: each }));
        return productDraft({ id: type.id }, { masterVariant, variants: others } as object);
      };
    },
  };
};
