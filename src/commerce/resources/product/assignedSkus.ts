/** The SKUs of variants in product selections, which follow published changes of the product. */
import type { BeforeCommitInput, CompanionUpdate } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { loadManyStored } from '../../../engine/loadResources.js';
import type { ProductSelectionAssignment } from '../productSelectionAssignment.js';
import type { Product } from './members.js';
import { variantsOf } from './variants.js';

const typeId = 'product-selection-assignment';
/** Bounds the selections of a product that follow its change. */
const selectionsMax = 1_000;

/** Maps former SKUs to new ones; undefined if the variant has no SKU any more or was removed. */
const changedSkus = ({ before, after }: BeforeCommitInput<Product>): ReadonlyMap<string, string | undefined> => {
  const changed = new Map<string, string | undefined>();
  const [old, current] = [before?.masterData.current, after.masterData.current];
  if (old === undefined || old === current || !after.masterData.published) return changed;
  const skus = new Map(variantsOf(current).map(({ id, sku }) => [id, sku]));
  for (const { id, sku } of variantsOf(old))
    if (sku !== undefined && skus.get(id) !== sku) changed.set(sku, skus.get(id));
  return changed;
};

type Choice = Pick<ProductSelectionAssignment, 'variantSelection' | 'variantExclusion'>;

/** The choice with the new SKUs. A list that would become empty stays, unless this means the choice of all variants. */
const withSkus = (
  { variantSelection, variantExclusion }: Choice,
  changed: ReadonlyMap<string, string | undefined>,
): Choice => {
  const renew = (skus: readonly string[]): string[] => [
    ...new Set(skus.map(sku => (changed.has(sku) ? changed.get(sku) : sku)).filter(sku => sku !== undefined)),
  ];
  const chosen = variantSelection && renew(variantSelection.skus);
  const excluded = variantExclusion && renew(variantExclusion.skus);
  const isSet = (skus: readonly string[] | undefined): skus is string[] => skus !== undefined && skus.length > 0;
  const selection = isSet(chosen) && variantSelection ? { ...variantSelection, skus: chosen } : variantSelection;
  return {
    variantSelection: variantSelection?.type === 'includeAllExcept' && !isSet(chosen) ? undefined : selection,
    variantExclusion: isSet(excluded) ? { skus: excluded } : variantExclusion,
  };
};

/** The updates of the assignments of a product whose published variants get other SKUs. */
export const assignedSkuUpdates = async (
  access: ResourceAccess,
  input: BeforeCommitInput<Product>,
): Promise<CompanionUpdate[]> => {
  const changed = changedSkus(input);
  if (changed.size === 0) return [];
  const { projectKey, after } = input;
  const list = { by: 'value', path: 'product.id', value: after.id } as const;
  const ids = await access.store.idsInRange(projectKey, typeId, list, { from: 0, to: selectionsMax });
  return [...(await loadManyStored(access, projectKey, typeId, ids)).values()].flatMap(stored => {
    const { variantSelection, variantExclusion } = stored.resource as ProductSelectionAssignment;
    const set = withSkus({ variantSelection, variantExclusion }, changed);
    return sameValue(set, { variantSelection, variantExclusion }) ? [] : [{ typeId, stored, set }];
  });
};
