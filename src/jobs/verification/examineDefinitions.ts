/** Compares attributes and custom fields with the product types and Types that declare them. */
import { fieldsChange } from '../../commerce/resources/shared/removedFields.js';
import { knownDefinitionChanges } from '../../commerce/resources/definitionChange.js';
import { productChange, readAttributeDefinitions } from '../../commerce/resources/product/followDefinitions.js';
import type { Product } from '../../commerce/resources/product/members.js';
import { changeByProduct } from '../../commerce/resources/productTailoring/attributes.js';
import type { ProductTailoring } from '../../commerce/resources/productTailoring/members.js';
import type { Type } from '../../commerce/resources/type.js';
import type { PendingChange } from '../../engine/define/DefinitionGroups.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { loadManyCached } from '../../engine/loadResources.js';
import type { StoredResource, VerificationRun } from './VerificationRun.js';

/** The ids of the Types that a resource refers to. */
const typeIdsIn = ({ references }: ResourceType, resource: StoredResource): readonly string[] =>
  [...references].flatMap(([member, find]) =>
    find(resource[member]).flatMap(({ object, mark }) =>
      mark.typeId === 'type' && typeof object.id === 'string' ? [object.id] : [],
    ),
  );

const attributesChange = async (
  { engine, projectKey }: VerificationRun,
  { typeId }: ResourceType,
  resource: StoredResource,
): Promise<PendingChange | undefined> => {
  if (typeId === 'product-tailoring')
    return changeByProduct(engine, projectKey, resource as unknown as ProductTailoring);
  if (typeId !== 'product') return undefined;
  const product = resource as unknown as Product;
  return productChange(product, await readAttributeDefinitions(engine, projectKey, product.productType.id));
};

/** Returns the members of a resource that contradict its definitions, unless the job has yet to follow one of them. */
export const membersToFollow = async (
  run: VerificationRun,
  resourceType: ResourceType,
  resource: StoredResource,
): Promise<readonly string[]> => {
  const { engine, projectKey } = run;
  const isMessage = resourceType.isImmutable || resourceType.typeId === 'message';
  const ids = isMessage ? [] : typeIdsIn(resourceType, resource);
  const types = await loadManyCached<Type>(engine, projectKey, 'type', ids);
  const fields = fieldsChange(resourceType, ids.length === 0 ? {} : resource, id => types.get(id), []);
  const attributes = await attributesChange(run, resourceType, resource);
  const members = [...Object.keys(fields.set), ...Object.keys(attributes?.set ?? {})];
  if (members.length === 0) return members;
  return (await knownDefinitionChanges(engine, projectKey)).length === 0 ? members : [];
};
