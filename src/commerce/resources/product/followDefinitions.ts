/**
 * Makes attributes follow the current definitions: their names, the keys and labels of their enum values, and without
 * values that are no longer defined. Attributes that already follow stay as they are, so that it can be repeated.
 */
import { definitionByName, type Attribute } from './attributes.js';
import type { StoredDefinition } from '../../../engine/define/Base.js';
import type { PendingChange } from '../../../engine/define/DefinitionGroups.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadShared } from '../../../engine/loadResources.js';
import { type DefinitionStep, knownDefinitionChanges } from '../definitionChange.js';
import type { AttributeType, ProductType } from '../productType/members.js';
import { createLookup } from '../shared/fieldValue.js';
import { hasStagedChanges } from './masterData.js';
import type { Product, ProductData, ProductVariant } from './members.js';

/** A product type with those that are nested in it, and the changes that attributes may not follow yet. */
export interface AttributeDefinitions {
  readonly types: ReadonlyMap<string, ProductType>;
  readonly stepsOf: (typeId: string) => readonly DefinitionStep[];
  /** The types as they were read. */
  readonly definitions: readonly StoredDefinition[];
}

const nestedTypeOf = ({ elementType, typeReference }: AttributeType): string | undefined =>
  (elementType?.typeReference ?? typeReference)?.id;

/** The ids of the product types that are nested in one. */
export const nestedTypesIn = ({ attributes }: ProductType): readonly string[] =>
  attributes.flatMap(({ type }) => nestedTypeOf(type) ?? []);

/** Reads a product type with all that are nested in it, level by level. */
export const readAttributeDefinitions = async (
  access: ResourceAccess,
  projectKey: string,
  productTypeId: string,
): Promise<AttributeDefinitions> => {
  const changes = await knownDefinitionChanges(access, projectKey);
  const shared = await access.shared(projectKey);
  const types = new Map<string, ProductType>();
  for (let wanted = [productTypeId]; wanted.length > 0; ) {
    const found = await loadShared(access, shared, projectKey, 'product-type', wanted);
    for (const [id, { resource }] of found) types.set(id, resource as ProductType);
    const nested = [...found.values()].flatMap(({ resource }) => nestedTypesIn(resource as ProductType));
    wanted = [...new Set(nested)].filter(id => !types.has(id));
  }
  return {
    types,
    stepsOf: id => changes.flatMap(({ definitionId, steps }) => (definitionId === id ? steps : [])),
    definitions: [...types.values()].map(resource => ({ typeId: 'product-type', resource })),
  };
};

/** Reads the definitions; undefined unless product types have changes that attributes may not follow yet. */
const pendingDefinitions = async (
  access: ResourceAccess,
  projectKey: string,
  productTypeId: string,
): Promise<AttributeDefinitions | undefined> => {
  const changes = await knownDefinitionChanges(access, projectKey);
  return changes.some(({ definitionTypeId }) => definitionTypeId === 'product-type')
    ? readAttributeDefinitions(access, projectKey, productTypeId)
    : undefined;
};

/** Changes the elements of a list; the list itself where all stay as they are. */
const mapChanged = <T>(list: readonly T[], change: (element: T) => T | undefined): T[] => {
  const changed = list.map(change);
  return changed.every((element, at) => element === list[at])
    ? (list as T[])
    : changed.filter((element): element is T & {} => element !== undefined);
};

interface StoredEnumValue {
  readonly key: string;
  readonly label: unknown;
}

const isEnumValue = (value: unknown): value is StoredEnumValue =>
  typeof value === 'object' && value !== null && 'key' in value;

const withKey = (value: unknown, key: string | undefined, newKey: string | undefined): unknown => {
  if (Array.isArray(value)) return value.map(each => withKey(each, key, newKey));
  return isEnumValue(value) && value.key === key ? { ...value, key: newKey } : value;
};

/** Applies the steps that concern an attribute, one after the other. */
const afterSteps = (attribute: Attribute, steps: readonly DefinitionStep[]): Attribute => {
  let { name, value } = attribute;
  for (const step of steps)
    if (step.name !== name) continue;
    else if (step.kind === 'rename') name = step.newName ?? name;
    else if (step.kind === 'renameKey') value = withKey(value, step.key, step.newKey);
  return name === attribute.name && value === attribute.value ? attribute : { name, value };
};

const valueByKey = createLookup<StoredEnumValue>(({ key }) => key);

const sameLabel = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Makes a value follow its type; undefined if the type no longer has such a value. */
const followType = (type: AttributeType, value: unknown, definitions: AttributeDefinitions): unknown => {
  if (type.name === 'set' && type.elementType !== undefined && Array.isArray(value)) {
    const { elementType } = type;
    const elements = mapChanged<unknown>(value, element => followType(elementType, element, definitions));
    return elements.length === 0 && value.length > 0 ? undefined : elements;
  }
  if ((type.name === 'enum' || type.name === 'lenum') && isEnumValue(value)) {
    const found = valueByKey(type.values ?? [], value.key);
    return found !== undefined && sameLabel(found.label, value.label) ? value : found;
  }
  return type.typeReference !== undefined && Array.isArray(value)
    ? followAttributes(value as Attribute[], type.typeReference.id, definitions)
    : value;
};

/** Makes the attributes of a product type follow its definitions; returns the same list if they do already. */
export function followAttributes(
  attributes: Attribute[],
  typeId: string,
  definitions: AttributeDefinitions,
): Attribute[] {
  const type = definitions.types.get(typeId);
  if (type === undefined) return attributes;
  const steps = definitions.stepsOf(typeId);
  return mapChanged(attributes, attribute => {
    const moved = steps.length === 0 ? attribute : afterSteps(attribute, steps);
    if (moved.name !== attribute.name && attributes.some(({ name }) => name === moved.name)) return undefined;
    const definition = definitionByName(type.attributes, moved.name);
    const value = definition && followType(definition.type, moved.value, definitions);
    if (value === undefined) return undefined;
    return value === moved.value ? moved : { name: moved.name, value };
  });
}

/** Makes the data of a product follow the definitions; returns the same object if it does already. */
const followData = (data: ProductData, typeId: string, definitions: AttributeDefinitions): ProductData => {
  const followVariant = (variant: ProductVariant): ProductVariant => {
    const followed = followAttributes(variant.attributes, typeId, definitions);
    return followed === variant.attributes ? variant : { ...variant, attributes: followed };
  };
  const attributes = followAttributes(data.attributes, typeId, definitions);
  const masterVariant = followVariant(data.masterVariant);
  const variants = mapChanged(data.variants, followVariant);
  const isSame = attributes === data.attributes && masterVariant === data.masterVariant && variants === data.variants;
  return isSame ? data : { ...data, attributes, masterVariant, variants };
};

/** The change that makes a product follow the definitions. */
export const productChange = (
  { productType, masterData }: Pick<Product, 'productType' | 'masterData'>,
  definitions: AttributeDefinitions,
): PendingChange => {
  const { current, staged } = masterData;
  const [nextCurrent, nextStaged] = [current, staged].map(data => followData(data, productType.id, definitions)) as [
    ProductData,
    ProductData,
  ];
  if (nextCurrent === current && nextStaged === staged) return { set: {}, definitions: definitions.definitions };
  const next = { ...masterData, current: nextCurrent, staged: nextStaged };
  return {
    set: { masterData: { ...next, hasStagedChanges: hasStagedChanges(next) } },
    definitions: definitions.definitions,
  };
};

/** The change of a product that the job has not stored yet. */
export const pendingChange = async (
  access: ResourceAccess,
  projectKey: string,
  product: Pick<Product, 'productType' | 'masterData'>,
): Promise<PendingChange | undefined> => {
  const definitions = await pendingDefinitions(access, projectKey, product.productType.id);
  return definitions && productChange(product, definitions);
};
