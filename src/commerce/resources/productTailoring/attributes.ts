import { distinctBy } from '../shared/listElements.js';
import type { PendingChange } from '../../../engine/define/DefinitionGroups.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { loadMany } from '../../../engine/loadResources.js';
import { knownDefinitionChanges } from '../definitionChange.js';
import { type AttributeDefinitions, followAttributes, readAttributeDefinitions } from '../product/followDefinitions.js';
import type { Product } from '../product/members.js';
import type { ProductTailoringData } from '../product/tailoredData.js';
import type { ProductTailoring } from './members.js';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { collectErrors } from '../../../base/errors/PhaseErrors.js';
import type { Context } from '../../../engine/define/Context.js';
import { type Attribute, type AttributeDraft, findDefinition, toAttributeValue } from '../product/attributes.js';
import type { ProductType } from '../productType/members.js';

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

type Level = 'Product' | 'Variant';

const toAttribute = (
  { name, value }: AttributeDraft,
  productType: ProductType,
  level: Level,
  context: Context,
): Attribute => {
  const { type } = findDefinition(productType, name, level);
  if ([type.name, type.elementType?.name].includes('nested'))
    throw invalidOperation(`The attribute '${name}' is nested and cannot be tailored.`);
  return { name, value: toAttributeValue(type, value, `attributes.${name}`, context) };
};

/** Converts drafts to attributes; of duplicates the last one counts. */
export const toTailoredAttributes = (
  drafts: readonly AttributeDraft[],
  productType: ProductType,
  level: Level,
  context: Context,
): Attribute[] => {
  const given = drafts.filter(({ value }) => value !== undefined);
  return collectErrors(context.errors, errors => {
    const attributes = given.flatMap(draft =>
      errors.run<Attribute[]>(() => [toAttribute(draft, productType, level, context)], []),
    );
    return distinctBy(attributes, ({ name }) => name);
  });
};

/** Makes a function that sets an attribute or, without a value, removes it. */
export const attributeSetter = (
  draft: AttributeDraft,
  productType: ProductType,
  level: Level,
  context: Context,
): ((attributes: Attribute[]) => Attribute[]) => {
  const { name, value } = draft;
  if (value === undefined) return attributes => attributes.filter(each => each.name !== name);
  const next = toAttribute(draft, productType, level, context);
  return attributes => {
    const at = attributes.findIndex(each => each.name === name);
    if (at < 0) return [...attributes, next];
    return sameValue(attributes[at], next) ? attributes : attributes.with(at, next);
  };
};
