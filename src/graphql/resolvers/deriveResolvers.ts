/**
 * Derives resolvers from the names of fields; most fields are members of the stored JSON and need none. `xRef:
 * Reference` is the member `x`, and the field `x` is the referenced resource. `xAllLocales` lists the texts of the
 * member `x`, and `x(locale, acceptLanguage)` is one of them. A non-null list is empty where the member is absent.
 */
import { getNamedType, type GraphQLField, type GraphQLObjectType, isListType, isNonNullType } from 'graphql';
import type { GraphqlContext } from '../GraphqlContext.js';
import type { StoredReference } from '../ResourceLoaders.js';
import type { ReferencePlace } from '../../engine/references/ReferenceVisibility.js';
import type { ReferencePlaces } from '../derive/referencePlaces.js';
import { memberOfReferenceField, referenceField, referenceTypeNames } from '../derive/names.js';
import { customFieldResolvers } from './customFieldResolvers.js';
import { referencedResources } from './referencedResources.js';
import { allLocalesResolver, localizedTextResolver } from './namedElements.js';
import { loads, memberOrDefault, memberResolver, type Resolver } from './Resolver.js';
import type { JsonObject } from '../readRequest.js';

type Field = GraphQLField<JsonObject, GraphqlContext>;

const referenceResolver = (member: string, place: ReferencePlace): Resolver =>
  loads((source, _, { loaders }) => {
    const reference = source[member] as StoredReference | readonly StoredReference[] | undefined;
    if (reference === undefined || reference === null) return null;
    return Array.isArray(reference)
      ? Promise.all(reference.map(each => loaders.load(each as StoredReference, place))).then(found =>
          found.filter(each => each !== null),
        )
      : loaders.load(reference as StoredReference, place);
  });

const isReference = ({ type }: Field): boolean => referenceTypeNames.has(getNamedType(type).name);

const isRequiredList = ({ type }: Field): boolean => isNonNullType(type) && isListType(type.ofType);

const storedMember = (field: Field, member: string): Resolver =>
  isRequiredList(field) ? memberOrDefault(member, []) : memberResolver(member);

const deriveField = (
  name: string,
  field: Field,
  siblings: Readonly<Record<string, Field>>,
  typeName: string,
  placeOf: ReferencePlaces,
): Resolver | undefined => {
  const member = isReference(field) ? memberOfReferenceField(name) : undefined;
  if (member !== undefined) return storedMember(field, member);
  if (siblings[referenceField(name)] !== undefined) return referenceResolver(name, placeOf(typeName, name));
  if (name.endsWith('AllLocales')) return allLocalesResolver(name.slice(0, -'AllLocales'.length));
  if (siblings[`${name}AllLocales`] !== undefined) return localizedTextResolver(name);
  if (Object.hasOwn(customFieldResolvers, name)) return customFieldResolvers[name];
  const referenced = referencedResources(name, typeName);
  if (referenced !== undefined) return referenced;
  if (name === 'attributesRaw') return storedMember(field, 'attributes');
  if (name === 'lastMessageSequenceNumber') return memberOrDefault(name, 0);
  return isRequiredList(field) ? memberOrDefault(name, []) : undefined;
};

export const deriveResolvers = (
  type: GraphQLObjectType<JsonObject, GraphqlContext>,
  placeOf: ReferencePlaces,
): void => {
  const fields = type.getFields();
  for (const [name, field] of Object.entries(fields))
    field.resolve = deriveField(name, field, fields, type.name, placeOf) as Field['resolve'];
};
