/** Returns the update actions that change attributes from one list to another. */
import type { UpdateAction } from '../changes/useChange';
import type { AttributeDefinition } from '../forms/definitions';
import type { Attribute, Variant } from './Product';

interface Attributes {
  readonly attributes?: readonly Attribute[];
}

const byName = ({ attributes = [] }: Attributes): ReadonlyMap<string, unknown> =>
  new Map(attributes.map(({ name, value }) => [name, value]));

/** Returns the action: an attribute with one value for all variants is set in all; without a value it is removed. */
const actionOf = (definition: AttributeDefinition | undefined, variantId: number | undefined): UpdateAction => {
  if (variantId === undefined) return { action: 'setProductAttribute' };
  return definition?.attributeConstraint === 'SameForAll'
    ? { action: 'setAttributeInAllVariants' }
    : { action: 'setAttribute', variantId };
};

/** `variantId` is absent for the attributes of the whole product. */
export const attributeActions = (
  before: Attributes,
  after: Attributes,
  definitions: readonly AttributeDefinition[],
  variantId: number | undefined,
): readonly UpdateAction[] => {
  const [old, next] = [byName(before), byName(after)];
  const changed = [...new Set([...old.keys(), ...next.keys()])].filter(
    name => JSON.stringify(old.get(name)) !== JSON.stringify(next.get(name)),
  );
  return changed.map(name => {
    const action = actionOf(
      definitions.find(each => each.name === name),
      variantId,
    );
    return { ...action, name, ...(next.has(name) && { value: next.get(name) }) };
  });
};

/** Returns the attributes that a new variant shares with all others. */
export const attributesOfAll = (
  { attributes = [] }: Variant,
  definitions: readonly AttributeDefinition[],
): readonly Attribute[] =>
  attributes.filter(({ name }) =>
    definitions.some(each => each.name === name && each.attributeConstraint === 'SameForAll'),
  );
