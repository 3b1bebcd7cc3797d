/** Makes tailored attributes follow the definitions. */
import type { PendingChange } from '../../../engine/define/DefinitionGroups.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { loadMany } from '../../../engine/loadResources.js';
import { knownDefinitionChanges } from '../definitionChange.js';
import { type AttributeDefinitions, followAttributes, readAttributeDefinitions } from '../product/followDefinitions.js';
import type { Product } from '../product/members.js';
import type { ProductTailoringData } from '../product/tailoredData.js';
import type { ProductTailoring } from './members.js';

type Data = Pick<ProductTailoring, 'current' | 'staged' | 'product'>;

const followData = (
  data: ProductTailoringData,
  typeId: string,
  definitions: AttributeDefinitions,
): ProductTailoringData => ({
  ...data,
  attributes: followAttributes(data.attributes, typeId, definitions),
  variants: data.variants.map(variant => ({
    ...variant,
    attributes: followAttributes(variant.attributes, typeId, definitions),
  })),
});

/** The change that makes a tailoring follow the definitions. */
const tailoringChange = (
  { current, staged }: Data,
  typeId: string,
  definitions: AttributeDefinitions,
): PendingChange => {
  const next = {
    current: followData(current, typeId, definitions),
    staged: followData(staged, typeId, definitions),
  };
  return {
    set: sameValue({ current, staged }, next)
      ? {}
      : { ...next, hasStagedChanges: !sameValue(next.current, next.staged) },
    definitions: definitions.definitions,
  };
};

/** Finds the product type by the product of the tailoring; undefined if the product does not exist any more. */
export const changeByProduct = async (
  access: ResourceAccess,
  projectKey: string,
  tailoring: Data,
): Promise<PendingChange | undefined> => {
  const { id } = tailoring.product;
  const typeId = (await loadMany<Product>(access, projectKey, 'product', [id])).get(id)?.productType.id;
  return typeId === undefined
    ? undefined
    : tailoringChange(tailoring, typeId, await readAttributeDefinitions(access, projectKey, typeId));
};

/** The change of a tailoring that the job has not stored yet. */
export const pendingChange = async (
  access: ResourceAccess,
  projectKey: string,
  tailoring: Data,
): Promise<PendingChange | undefined> =>
  (await knownDefinitionChanges(access, projectKey)).some(each => each.definitionTypeId === 'product-type')
    ? changeByProduct(access, projectKey, tailoring)
    : undefined;
