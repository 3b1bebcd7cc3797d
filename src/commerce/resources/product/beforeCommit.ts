import type { BeforeCommitInput, CompanionUpdate, BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { loadManyStored, loadMany } from '../../../engine/loadResources.js';
import type { ProductSelectionAssignment } from '../productSelectionAssignment.js';
import type { Product, ProductData, ProductVariant } from './members.js';
import { variantsOf, assertConstraints, assertVariants } from './variants.js';
import { required, fail, invalidOperation, invalidField } from '../../../base/errors/ApiError.js';
import type { Context } from '../../../engine/define/Context.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import type { AttributeType, ProductType } from '../productType/members.js';
import { canonicalJson } from '../shared/fieldValue.js';
import type { Identifier } from '../../../engine/schema/reference.js';
import { type Attribute, type AttributeDraft, toAttributes } from './attributes.js';
import { assertExternalPrices } from './prices.js';
import { type ConstraintsEffect, hasStagedChanges } from './masterData.js';

const assignmentTypeId = 'product-selection-assignment';
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
const assignedSkuUpdates = async (
  access: ResourceAccess,
  input: BeforeCommitInput<Product>,
): Promise<CompanionUpdate[]> => {
  const changed = changedSkus(input);
  if (changed.size === 0) return [];
  const { projectKey, after } = input;
  const list = { by: 'value', path: 'product.id', value: after.id } as const;
  const ids = await access.store.idsInRange(projectKey, assignmentTypeId, list, { from: 0, to: selectionsMax });
  return [...(await loadManyStored(access, projectKey, assignmentTypeId, ids)).values()].flatMap(stored => {
    const { variantSelection, variantExclusion } = stored.resource as ProductSelectionAssignment;
    const set = withSkus({ variantSelection, variantExclusion }, changed);
    return sameValue(set, { variantSelection, variantExclusion }) ? [] : [{ typeId: assignmentTypeId, stored, set }];
  });
};

type Types = ReadonlyMap<string, ProductType>;

/** Bounds the product types that are nested in one product type. */
const typesMax = 100;

const nestedTypeOf = ({ name, elementType, typeReference }: AttributeType): string | undefined =>
  (name === 'set' ? elementType?.typeReference : typeReference)?.id;

/** Loads a product type with all nested ones, level by level. */
const loadNestedTypes = async (access: ResourceAccess, projectKey: string, id: string): Promise<Types> => {
  const types = new Map<string, ProductType>();
  for (let wanted = [id]; wanted.length > 0; ) {
    for (const [typeId, type] of await loadMany<ProductType>(access, projectKey, 'product-type', wanted))
      types.set(typeId, type);
    const nested = wanted
      .flatMap(each => types.get(each)?.attributes ?? [])
      .map(({ type }) => nestedTypeOf(type))
      .filter(each => each !== undefined);
    wanted = [...new Set(nested)].filter(each => !types.has(each));
    if (types.size + wanted.length > typesMax)
      throw invalidOperation(`More than ${typesMax} product types are nested in one another.`);
  }
  return types;
};

const allAttributes = ({ current, staged }: Product['masterData']): Attribute[] =>
  [current, staged].flatMap(data => [...data.attributes, ...variantsOf(data).flatMap(({ attributes }) => attributes)]);

const looksNested = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.some(
    item => looksNested(item) || (typeof item === 'object' && item !== null && 'name' in item && 'value' in item),
  );

/** Checks a value with all nested attributes and converts it to its stored form. */
const toNestedValue = (type: AttributeType, value: unknown, types: Types, context: Context): unknown => {
  const id = nestedTypeOf(type);
  if (id === undefined) return value;
  if (type.name === 'set')
    return (value as unknown[]).map(item =>
      toNestedValue(required(type.elementType, 'the element type of a set'), item, types, context),
    );
  const inner = required(types.get(id), `product type ${id}`);
  const typeOf = (name: string): AttributeType =>
    required(
      inner.attributes.find(each => each.name === name),
      `attribute ${name}`,
    ).type;
  return toAttributes(value as AttributeDraft[], inner, 'Variant', context).map(each => ({
    name: each.name,
    value: toNestedValue(typeOf(each.name), each.value, types, context),
  }));
};

/** Makes a context that only collects references within nested values; all are looked up together afterwards. */
const idCollectingContext = (context: Context, found: Map<string, Set<string>>): Context => ({
  ...context,
  reference: <T extends string>(typeId: T, { id, key }: Identifier) => {
    if (id === undefined)
      throw invalidField('attributes', { typeId, key }, 'Expected references within nested attributes by id.');
    found.set(typeId, (found.get(typeId) ?? new Set()).add(id));
    return { typeId, id };
  },
});

const assertReferencesExist = async (
  { store }: ResourceAccess,
  projectKey: string,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> => {
  const errors = new PhaseErrors();
  for (const [typeId, ids] of wanted) {
    const bodies = await store.bodies(projectKey, typeId, [...ids]);
    for (const [at, id] of [...ids].entries())
      if (bodies[at] === null) errors.add(fail('ReferencedResourceNotFound', { typeId, id, identifier: id }));
  }
  errors.throwIfAny();
};

/** Checks nested values that are new; a product without nested values causes no reads. */
const withNestedValues = async (
  access: ResourceAccess,
  { projectKey, context, before, after }: BeforeCommitInput<Product>,
  masterData: Product['masterData'],
): Promise<Product['masterData']> => {
  if (!allAttributes(masterData).some(({ value }) => looksNested(value))) return masterData;
  const known = new Set(before === undefined ? [] : allAttributes(before.masterData).map(canonicalJson));
  const isNew = (attribute: Attribute): boolean => looksNested(attribute.value) && !known.has(canonicalJson(attribute));
  if (!allAttributes(masterData).some(isNew)) return masterData;
  const types = await loadNestedTypes(access, projectKey, after.productType.id);
  const wanted = new Map<string, Set<string>>();
  const collecting = idCollectingContext(context, wanted);
  const definitions = new Map(types.get(after.productType.id)?.attributes.map(({ name, type }) => [name, type]));
  const convertAttribute = (attribute: Attribute): Attribute => {
    const type = definitions.get(attribute.name);
    return type === undefined || !isNew(attribute)
      ? attribute
      : { ...attribute, value: toNestedValue(type, attribute.value, types, collecting) };
  };
  const convertVariant = (each: ProductVariant): ProductVariant => ({
    ...each,
    attributes: each.attributes.map(convertAttribute),
  });
  const convertData = (each: ProductData): ProductData => ({
    ...each,
    attributes: each.attributes.map(convertAttribute),
    masterVariant: convertVariant(each.masterVariant),
    variants: each.variants.map(convertVariant),
  });
  const converted = { ...masterData, current: convertData(masterData.current), staged: convertData(masterData.staged) };
  await assertReferencesExist(access, projectKey, wanted);
  return converted;
};

/**
 * Checks the rules among the variants that actions changed: once for all actions, since each rule reads every variant.
 */
const assertVariantRules = ({ before, after, requestedEffects }: BeforeCommitInput<Product>): void => {
  const { constraintsOf }: ConstraintsEffect = requestedEffects;
  const halves = before === undefined ? [] : [before.masterData.current, before.masterData.staged];
  const { staged, current } = after.masterData;
  const errors = new PhaseErrors();
  for (const data of new Set([staged, current])) {
    if (halves.includes(data)) continue;
    errors.check(() => assertVariants(data, data === staged ? before?.masterData.staged : before?.masterData.current));
    if (constraintsOf !== undefined) errors.check(() => assertConstraints(data, constraintsOf));
  }
  errors.throwIfAny();
};

/** Refuses other SKUs for variants whose SKU has stock, which would lose its product. */
const assertSkusWithoutStock = async (
  { store }: ResourceAccess,
  { projectKey, before, after }: BeforeCommitInput<Product>,
): Promise<void> => {
  if (before === undefined) return;
  const skusById = new Map(variantsOf(after.masterData.staged).map(({ id, sku }) => [id, sku]));
  const lost = variantsOf(before.masterData.staged)
    .filter(({ id, sku }) => sku !== undefined && skusById.has(id) && skusById.get(id) !== sku)
    .map(({ sku }) => required(sku, 'a SKU'));
  const entries = await Promise.all(
    lost.map(sku =>
      store.idsInRange(projectKey, 'inventory-entry', { by: 'value', path: 'sku', value: sku }, { from: 0, to: 1 }),
    ),
  );
  const stocked = lost.find((_, at) => entries[at]!.length > 0);
  if (stocked !== undefined)
    throw invalidOperation(`The SKU '${stocked}' cannot be changed or removed: it has an inventory entry.`);
};

export const beforeCommit: BeforeCommit<Product> = async (access, input) => {
  const { before, changes, isFirstRun } = input;
  if (changes.masterData === undefined) return {};
  // A draft was checked when it was read; extensions may have changed the product since.
  if (before !== undefined || !isFirstRun) assertVariantRules(input);
  await assertSkusWithoutStock(access, input);
  const masterData = await withNestedValues(access, input, changes.masterData);
  await assertExternalPrices(access, input, masterData);
  const updates = await assignedSkuUpdates(access, input);
  return {
    set: { masterData: { ...masterData, hasStagedChanges: hasStagedChanges(masterData) } },
    ...(updates.length > 0 && { updates }),
  };
};
