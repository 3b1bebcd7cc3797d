/** Checks a product type against the other product types of the project and against its products. */
import { limits } from '../../../base/config/limits.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadBatches } from '../../../engine/loadResources.js';
import { anyResourceMatches } from '../../../engine/query/queryResources.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import { fail } from '../../../base/errors/ApiError.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import { type DefinitionStep, changeNote, type Declares, requestedSteps, settleSteps } from '../definitionChange.js';
import { type AttributeDefinition, type AttributeType, enumTypeOf, type ProductType } from './members.js';

/** An attribute type without enum values, which may differ between product types. */
const withoutValues = ({ values: _values, elementType, ...type }: AttributeType): object => ({
  ...type,
  elementType: elementType && withoutValues(elementType as AttributeType),
});

/** Refuses two different definitions of one attribute name (ERR044, ERR045). */
const assertSameDefinition = (
  own: AttributeDefinition,
  other: AttributeDefinition,
  { id, name }: ProductType,
): void => {
  const conflict = {
    conflictingProductTypeId: id,
    conflictingProductTypeName: name,
    conflictingAttributeName: own.name,
  };
  if (!sameValue(withoutValues(own.type), withoutValues(other.type)))
    throw fail('AttributeDefinitionTypeConflict', conflict);
  if (!sameValue({ ...own, type: undefined }, { ...other, type: undefined }))
    throw fail('AttributeDefinitionAlreadyExists', conflict);
};

/** Compares new definitions with those of the same name in other product types. */
const assertNewDefinitions = async (
  access: ResourceAccess,
  projectKey: string,
  productType: ProductType,
  added: readonly AttributeDefinition[],
): Promise<void> => {
  const byName = new Map(added.map(definition => [definition.name, definition]));
  const errors = new PhaseErrors();
  for await (const others of loadBatches<ProductType>(access, projectKey, 'product-type', limits.productTypesMax)) {
    for (const other of others)
      for (const definition of other.id === productType.id ? [] : other.attributes) {
        const own = byName.get(definition.name);
        if (own !== undefined) errors.check(() => assertSameDefinition(own, definition, other));
      }
    if (errors.isFull) break;
  }
  errors.throwIfAny();
};

const assertProductTypesBelowLimit = async ({ store }: ResourceAccess, projectKey: string): Promise<void> => {
  const { to } = await store.rankRange(projectKey, 'product-type', { by: 'id' }, { from: '-', to: '+' });
  if (to >= limits.productTypesMax)
    throw fail('MaxResourceLimitExceeded', { exceededResource: 'product-type', max: limits.productTypesMax });
};

/** Bounds the enum values in one query. */
const keysMax = 100;

/** The query predicate that finds products with one of the enum values `:keys`, staged or current, also in sets. */
const enumValueUsePredicate = ({ id }: ProductType, attributeName: string): string => {
  const held = `attributes(name=${JSON.stringify(attributeName)} and value(key in :keys))`;
  const data = `masterVariant(${held}) or variants(${held}) or ${held}`;
  return `productType(id="${id}") and (masterData(staged(${data})) or masterData(current(${data})))`;
};

/** Refuses the removal of enum values that products use (ERR051); the search may time out like any query. */
const assertUnused = async (
  access: ResourceAccess,
  projectKey: string,
  productType: ProductType,
  attributeName: string,
  keys: readonly string[],
): Promise<void> => {
  for (let from = 0; from < keys.length; from += keysMax) {
    const list = keys
      .slice(from, from + keysMax)
      .map(key => JSON.stringify(key))
      .join(', ');
    const parameters = { where: enumValueUsePredicate(productType, attributeName), 'var.keys': `(${list})` };
    if (await anyResourceMatches(access, projectKey, 'product', parameters))
      throw fail('EnumValueIsUsed', { enumKeys: keys.slice(from, from + keysMax).join(', '), attributeName });
  }
};

/** The enum values that steps remove, by the names and keys that they had before the steps. */
const removedValues = (steps: readonly DefinitionStep[]): { readonly name: string; readonly key: string }[] =>
  steps.flatMap((step, at) => {
    if (step.kind !== 'removeKey') return [];
    let { name, key = '' } = step;
    for (const earlier of steps.slice(0, at).reverse())
      if (earlier.kind === 'rename' && earlier.newName === name) name = earlier.name;
      else if (earlier.kind === 'renameKey' && earlier.name === name && earlier.newKey === key)
        key = earlier.key ?? key;
    return [{ name, key }];
  });

/** Refuses to remove enum values of required attributes that products have. */
const assertRemovable = async (
  access: ResourceAccess,
  projectKey: string,
  before: ProductType,
  steps: readonly DefinitionStep[],
): Promise<void> => {
  const removed = removedValues(steps);
  for (const { name: attributeName } of before.attributes.filter(({ isRequired }) => isRequired)) {
    const keys = removed.filter(({ name }) => name === attributeName).map(({ key }) => key);
    await assertUnused(access, projectKey, before, attributeName, keys);
  }
};

const declaredBy =
  ({ attributes }: ProductType): Declares =>
  (name, key) => {
    const found = attributes.find(each => each.name === name);
    return (
      found !== undefined && (key === undefined || enumTypeOf(found)?.values?.some(each => each.key === key) === true)
    );
  };

export const beforeCommit: BeforeCommit<ProductType> = async (access, input) => {
  const { projectKey, context, before, after, changes, requestedEffects } = input;
  if (before === undefined) await assertProductTypesBelowLimit(access, projectKey);
  const known = new Set(before?.attributes.map(({ name }) => name));
  const added = (changes.attributes ?? []).filter(({ name }) => !known.has(name));
  if (added.length > 0) await assertNewDefinitions(access, projectKey, after, added);
  if (before === undefined || changes.attributes === undefined) return {};
  const steps = requestedSteps(requestedEffects);
  const removesValues = steps.some(({ kind }) => kind === 'removeKey');
  await settleSteps(access, projectKey, before, steps, declaredBy(after), removesValues);
  if (removesValues) await assertRemovable(access, projectKey, before, steps);
  return { creations: changeNote('product-type', before, steps, context) };
};
