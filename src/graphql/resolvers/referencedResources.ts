/** Resolves references of any type in the values of attributes and custom fields. */
import type { GraphqlContext } from '../GraphqlContext.js';
import { referencesAt } from '../../engine/references/expandReferences.js';
import type { ReferencePlace } from '../../engine/references/ReferenceVisibility.js';
import type { StoredReference } from '../ResourceLoaders.js';
import { resourceNames } from '../derive/names.js';
import type { JsonObject } from '../readRequest.js';
import { loads, type Resolver } from './Resolver.js';

/** The schema types of found resources: a stored resource does not contain its type. */
const foundTypes = new WeakMap<JsonObject, string>();

export const referencedType = (resource: JsonObject): string => foundTypes.get(resource) ?? '';

const isReference = (value: unknown): value is StoredReference =>
  typeof value === 'object' && value !== null && 'typeId' in value && 'id' in value;

const load = async (
  value: unknown,
  place: ReferencePlace,
  { loaders, services }: GraphqlContext,
): Promise<JsonObject | null> => {
  if (!isReference(value)) return null;
  const definition = services.engine.resourceTypes.get(value.typeId)?.definition;
  if (definition === undefined) return null;
  const found = await loaders.load(value, place);
  if (found !== null) foundTypes.set(found, resourceNames(definition).type);
  return found;
};

const resolversIn = (place: ReferencePlace): Readonly<Record<string, Resolver>> => ({
  referencedResource: loads(({ value }, _, context) => load(value, place, context)),
  referencedResourceSet: loads(({ value }, _, context) =>
    Promise.all((Array.isArray(value) ? value : []).filter(isReference).map(each => load(each, place, context))),
  ),
});

/** Resolves a reference to a product or a channel. */
export const reviewTarget = loads(({ target }, _, context) => load(target, 'review.target', context));

/** Resolves to the resources at paths in the value of a custom object, which REST shows with `expand`. */
export const customObjectReferences = loads((source, { expand }, context) =>
  Promise.all(
    ((expand ?? []) as readonly string[]).map(async path => {
      const found = await Promise.all(referencesAt(source, path).map(each => load(each, 'custom field', context)));
      return { path, objs: found.filter(each => each !== null) };
    }),
  ),
);

const ofAttributes = resolversIn('attribute');
const ofCustomFields = resolversIn('custom field');

/** Returns the resolver of a field of a type with raw values; undefined for other fields. */
export const referencedResources = (name: string, typeName: string): Resolver | undefined =>
  (typeName.endsWith('Attribute') ? ofAttributes : ofCustomFields)[name];
