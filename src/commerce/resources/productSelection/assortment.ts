/** The products and variants that the product selections of a store offer. */
import { limits } from '../../../base/config/limits.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadBatches, loadBy, loadMany } from '../../../engine/loadResources.js';
import type { Predicate } from '../../../engine/query/predicate/Predicate.js';
import { assignedProductId, assignmentId, type ProductSelectionAssignment } from '../productSelectionAssignment.js';
import type { Store } from '../store/members.js';
import type { ProductSelection, ProductSelectionMode } from './members.js';

const typeId = 'product-selection-assignment';

/** The ids of the selections that count, by mode: a store offers what any of them includes. */
export interface Assortment {
  readonly individual: readonly string[];
  readonly exclusions: readonly string[];
}

/** The assortment of a store; undefined where it offers all products (Store.productSelections). */
export const assortmentOf = async (
  access: ResourceAccess,
  projectKey: string,
  { productSelections }: Pick<Store, 'productSelections'>,
): Promise<Assortment | undefined> => {
  if (productSelections.length === 0) return undefined;
  const active = productSelections.filter(each => each.active);
  const ids = (active.length > 0 ? active : productSelections).map(each => each.productSelection.id);
  const selections = await loadMany<ProductSelection>(access, projectKey, 'product-selection', ids);
  const idsOf = (mode: ProductSelectionMode): string[] => ids.filter(id => selections.get(id)?.mode === mode);
  const individual = idsOf('Individual');
  if (active.length === 0) return individual.length === 0 ? undefined : { individual: [], exclusions: [] };
  return { individual, exclusions: idsOf('IndividualExclusion') };
};

/** Tells whether a variant with a SKU is offered. */
export type VariantFilter = (sku: string | undefined) => boolean;

const all: VariantFilter = () => true;

const has = (skus: readonly string[], sku: string | undefined): boolean => sku !== undefined && skus.includes(sku);

const included = ({ variantSelection }: ProductSelectionAssignment): VariantFilter => {
  if (variantSelection === undefined) return all;
  const { type, skus } = variantSelection;
  return sku => has(skus, sku) === (type === 'includeOnly');
};

/** Returns undefined if the whole product is excluded. */
const notExcluded = (assignment: ProductSelectionAssignment | undefined): VariantFilter | undefined => {
  if (assignment === undefined) return all;
  const { variantExclusion } = assignment;
  return variantExclusion && (sku => !has(variantExclusion.skus, sku));
};

/** Finds the variants that an assortment offers, by product; products that it does not offer are left out. */
export const variantFilters = async (
  access: ResourceAccess,
  projectKey: string,
  { individual, exclusions }: Assortment,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, VariantFilter>> => {
  const products = [...new Set(productIds)];
  const assignments = await loadMany<ProductSelectionAssignment>(
    access,
    projectKey,
    'product-selection-assignment',
    [...individual, ...exclusions].flatMap(selection => products.map(product => assignmentId(selection, product))),
  );
  const found = new Map<string, VariantFilter>();
  for (const product of products) {
    const of = (selection: string) => assignments.get(assignmentId(selection, product));
    const filters = [
      ...individual.map(selection => of(selection)).map(each => each && included(each)),
      ...exclusions.map(selection => notExcluded(of(selection))),
    ].filter(each => each !== undefined);
    if (filters.length > 0) found.set(product, sku => filters.some(filter => filter(sku)));
  }
  return found;
};

/** The ids of all product selections of a project by mode. */
const selectionsOf = async (access: ResourceAccess, projectKey: string): Promise<Assortment> => {
  const found: ProductSelection[] = [];
  for await (const batch of loadBatches<ProductSelection>(access, projectKey, 'product-selection', Infinity))
    found.push(...batch);
  const idsOf = (wanted: ProductSelectionMode) => found.filter(({ mode }) => mode === wanted).map(({ id }) => id);
  return { individual: idsOf('Individual'), exclusions: idsOf('IndividualExclusion') };
};

/** The selections that offer products, and which variants each of them offers, by product. */
export const selectionFilters = async (
  access: ResourceAccess,
  projectKey: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, VariantFilter>>> => {
  const { individual, exclusions } = await selectionsOf(access, projectKey);
  const filtersOf = async (productId: string): Promise<ReadonlyMap<string, VariantFilter>> => {
    const max = individual.length + exclusions.length;
    const found = await loadBy<ProductSelectionAssignment>(access, projectKey, typeId, 'product.id', productId, max);
    const bySelection = new Map(found.map(each => [each.productSelection.id, each]));
    return new Map(
      [
        ...individual.map(id => [id, bySelection.get(id) && included(bySelection.get(id)!)] as const),
        ...exclusions.map(id => [id, notExcluded(bySelection.get(id))] as const),
      ].filter((each): each is readonly [string, VariantFilter] => each[1] !== undefined),
    );
  };
  return new Map(await Promise.all(productIds.map(async id => [id, await filtersOf(id)] as const)));
};

const idIn = (ids: Iterable<string>, negated = false): Predicate => ({
  kind: 'in',
  field: 'id',
  values: [...new Set(ids)],
  negated,
});

const productIdsOf = async ({ store }: ResourceAccess, projectKey: string, selection: string): Promise<string[]> => {
  const list = { by: 'value', path: 'productSelection.id', value: selection } as const;
  const ids = await store.idsInRange(projectKey, typeId, list, { from: 0, to: limits.selectionProductsMax });
  return ids.map(id => assignedProductId(selection, id));
};

const excludedIdsOf = async (access: ResourceAccess, projectKey: string, selection: string): Promise<string[]> =>
  (
    await loadBy<ProductSelectionAssignment>(
      access,
      projectKey,
      typeId,
      'productSelection.id',
      selection,
      limits.selectionProductsMax,
    )
  )
    .filter(each => notExcluded(each) === undefined)
    .map(({ product }) => product.id);

/** The condition on products that an assortment sets. */
export const assortmentCondition = async (
  access: ResourceAccess,
  projectKey: string,
  { individual, exclusions }: Assortment,
): Promise<Predicate> => {
  const ids = await Promise.all(individual.map(selection => productIdsOf(access, projectKey, selection)));
  const excluded = await Promise.all(exclusions.map(selection => excludedIdsOf(access, projectKey, selection)));
  const parts = [
    ...(ids.length === 0 && excluded.length > 0 ? [] : [idIn(ids.flat())]),
    ...excluded.map(each => idIn(each, true)),
  ];
  return parts.length === 1 ? parts[0]! : { kind: 'or', parts };
};
