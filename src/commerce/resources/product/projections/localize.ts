/** Keeps only the texts of some languages in a projection. */
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import type { ResponseSources } from '../../../../engine/define/ResponseSources.js';
import { isJsonObject } from '../../../../engine/document/json.js';
import { entriesInLanguages } from '../../../../engine/schema/languageTags.js';
import { loadMany } from '../../../../engine/loadResources.js';
import { type AttributeType, type ProductType, productTypeStamp } from '../../productType/members.js';
import type { Attribute } from '../attributes.js';
import type { ProductProjection } from '../productProjection.js';
import { variantsOf } from '../variants.js';

type ByLocale<V> = Readonly<Record<string, V>>;

/** The values of some languages; if there are none, the first value, so that no required text is empty. */
const withLocales = <V>(values: ByLocale<V>, locales: readonly string[]): ByLocale<V> => {
  const wanted = entriesInLanguages(values, locales);
  return Object.fromEntries(wanted.length > 0 ? wanted : Object.entries(values).slice(0, 1));
};

/** The types of attributes by name, for each product type by id. */
type Definitions = ReadonlyMap<string, ReadonlyMap<string, AttributeType>>;

/** Bounds the nesting of attributes whose product types are read. */
const nestingMax = 5;

const nestedTypeId = (type: AttributeType): string | undefined =>
  type.name === 'set' ? type.elementType && nestedTypeId(type.elementType) : type.typeReference?.id;

/** Reads product types and those of their nested attributes. */
const readDefinitions = async (
  access: ResourceAccess,
  projectKey: string,
  ids: readonly string[],
  sources?: ResponseSources,
): Promise<Definitions> => {
  const found = new Map<string, ReadonlyMap<string, AttributeType>>();
  let next = [...new Set(ids)];
  for (let depth = 0; depth < nestingMax && next.length > 0; depth++) {
    await sources?.watch(next.map(productTypeStamp));
    const types = await loadMany<ProductType>(access, projectKey, 'product-type', next);
    for (const [id, { attributes }] of types) found.set(id, new Map(attributes.map(each => [each.name, each.type])));
    const nested = [...types.values()].flatMap(({ attributes }) =>
      attributes.flatMap(({ type }) => nestedTypeId(type) ?? []),
    );
    next = [...new Set(nested)].filter(id => !found.has(id));
  }
  return found;
};

const localizeValue = (
  value: unknown,
  type: AttributeType | undefined,
  locales: readonly string[],
  definitions: Definitions,
): unknown => {
  // A value may be older than the definition, and of another type.
  if (Array.isArray(value)) {
    if (type?.name === 'set') return value.map(each => localizeValue(each, type.elementType, locales, definitions));
    return type?.name === 'nested'
      ? localizeAttributes(value as readonly Attribute[], type.typeReference?.id ?? '', locales, definitions)
      : value;
  }
  if (!isJsonObject(value)) return value;
  if (type?.name === 'ltext') return withLocales(value, locales);
  return type?.name === 'lenum' && isJsonObject(value.label)
    ? { ...value, label: withLocales(value.label, locales) }
    : value;
};

function localizeAttributes(
  attributes: readonly Attribute[],
  productTypeId: string,
  locales: readonly string[],
  definitions: Definitions,
): Attribute[] {
  const types = definitions.get(productTypeId);
  return attributes.map(({ name, value }) => ({
    name,
    value: localizeValue(value, types?.get(name), locales, definitions),
  })) as Attribute[];
}

const texts = ['name', 'slug', 'description', 'metaTitle', 'metaDescription', 'metaKeywords'];

type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };

const localizeMembers = (target: object, names: readonly string[], locales: readonly string[]): void => {
  const members = target as Record<string, ByLocale<unknown> | undefined>;
  for (const name of names) {
    const values = members[name];
    if (values !== undefined) members[name] = withLocales(values, locales);
  }
};

/** Keywords of another language are no fallback: no product needs any. */
const localizeKeywords = (projection: Changeable<ProductProjection>, locales: readonly string[]): void => {
  projection.searchKeywords = Object.fromEntries(entriesInLanguages(projection.searchKeywords, locales));
};

/** Changes projections so that they have the texts of some languages alone. */
export const localizeProjections = async (
  access: ResourceAccess,
  projectKey: string,
  projections: readonly Changeable<ProductProjection>[],
  locales: readonly string[],
  sources?: ResponseSources,
): Promise<void> => {
  const ids = projections.map(({ productType }) => productType.id);
  const definitions = await readDefinitions(access, projectKey, ids, sources);
  for (const projection of projections) {
    const { id } = projection.productType;
    localizeMembers(projection, texts, locales);
    localizeKeywords(projection, locales);
    projection.attributes = localizeAttributes(projection.attributes, id, locales, definitions);
    for (const variant of variantsOf(projection) as Changeable<(typeof projection)['masterVariant']>[]) {
      variant.attributes = localizeAttributes(variant.attributes, id, locales, definitions);
      variant.assets = variant.assets.map(asset => {
        const shown = { ...asset };
        localizeMembers(shown, ['name', 'description'], locales);
        return shown;
      });
    }
  }
};
