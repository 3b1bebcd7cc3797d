/** Rewrites the products of a product type and of those that it is nested in, and the tailorings of these products. */
import type { Engine } from '../../engine/Engine.js';
import { limits } from '../../base/config/limits.js';
import { loadBatches } from '../../engine/loadResources.js';
import {
  nestedTypesIn,
  productChange,
  readAttributeDefinitions,
} from '../../commerce/resources/product/followDefinitions.js';
import type { Product } from '../../commerce/resources/product/members.js';
import { changeByProduct } from '../../commerce/resources/productTailoring/followDefinitions.js';
import type { ProductTailoring } from '../../commerce/resources/productTailoring/members.js';
import type { ProductType } from '../../commerce/resources/productType/members.js';
import type { Rewriting } from './Rewriting.js';

/** The ids of a product type and of those that it is nested in, at any depth. */
const typesWith = async (engine: Engine, projectKey: string, id: string): Promise<ReadonlySet<string>> => {
  const all: ProductType[] = [];
  for await (const types of loadBatches<ProductType>(engine, projectKey, 'product-type', limits.productTypesMax))
    all.push(...types);
  const found = new Set([id]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const type of all) if (nestedTypesIn(type).some(nested => found.has(nested))) found.add(type.id);
  }
  return found;
};

const hasTailorings = async ({ store }: Engine, projectKey: string): Promise<boolean> =>
  (await store.idsInRange(projectKey, 'product-tailoring', { by: 'id' }, { from: 0, to: 1 })).length > 0;

export const followAttributesIn = async (rewriting: Rewriting, productTypeId: string): Promise<void> => {
  const { engine, projectKey } = rewriting.options;
  const lists = [...(await typesWith(engine, projectKey, productTypeId))].map(value => ({
    typeId: 'product',
    list: { by: 'value', path: 'productType.id', value } as const,
  }));
  for (const list of lists) await rewriting.expect(list);
  const tailored = await hasTailorings(engine, projectKey);
  const followTailorings = async (productIds: readonly string[]): Promise<void> => {
    for (const value of productIds)
      await rewriting.rewrite({
        typeId: 'product-tailoring',
        list: { by: 'value', path: 'product.id', value },
        changeOf: tailoring => changeByProduct(engine, projectKey, tailoring as ProductTailoring),
      });
  };
  for (const list of lists)
    await rewriting.rewrite({
      ...list,
      changeOf: async product =>
        productChange(
          product as Product,
          await readAttributeDefinitions(engine, projectKey, (product as Product).productType.id),
        ),
      afterStep: tailored ? followTailorings : undefined,
    });
};
