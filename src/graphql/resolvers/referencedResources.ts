/** The resources that values of attributes and custom fields refer to, whatever their type. */
import type { GraphqlContext } from '../GraphqlContext.js';
import type { StoredReference } from '../ResourceLoaders.js';
import { resourceNames } from '../derive/names.js';
import type { JsonObject } from '../readRequest.js';
import { loads, type Resolver } from './Resolver.js';

/** The types of the schema of the resources that were found: a stored resource does not tell its own. */
const foundTypes = new WeakMap<JsonObject, string>();

export const referencedType = (resource: JsonObject): string => foundTypes.get(resource) ?? '';

const isReference = (value: unknown): value is StoredReference =>
  typeof value === 'object' && value !== null && 'typeId' in value && 'id' in value;

const load = async (value: unknown, { loaders, services }: GraphqlContext): Promise<JsonObject | null> => {
  if (!isReference(value)) return null;
  const definition = services.engine.resourceTypes.get(value.typeId)?.definition;
  if (definition === undefined) return null;
  const found = await loaders.load(value);
  if (found !== null) foundTypes.set(found, resourceNames(definition).type);
  return found;
};

/** Resolvers of the fields with these names, in every type. */
export const referencedResources: Readonly<Record<string, Resolver>> = {
  referencedResource: loads(({ value }, _, context) => load(value, context)),
  referencedResourceSet: loads(({ value }, _, context) =>
    Promise.all((Array.isArray(value) ? value : []).filter(isReference).map(each => load(each, context))),
  ),
};
