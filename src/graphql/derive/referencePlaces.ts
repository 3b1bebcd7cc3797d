/** Finds the declared places of the fields with references (engine/define/BehindReferences.ts). */
import { getNamedType, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { shownPartOf } from '../../engine/define/BehindReferences.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import type { ReferencePlace } from '../../engine/references/ReferenceVisibility.js';
import { ownTypeName, resourceNames } from './names.js';

/** Returns the place of the reference that a field of a type shows. */
export type ReferencePlaces = (typeName: string, member: string) => ReferencePlace;

/** The other types of the schema whose values are resources. */
const otherViews: Readonly<Record<string, string>> = { ProductProjection: 'product', CategorySearch: 'category' };

/** Returns the resource types by the names of their types in the schema. */
const typeIdsByName = (list: readonly ResourceDefinition[]): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(otherViews),
    ...list.flatMap(each => [resourceNames(each).type, ownTypeName(each)].map(name => [name, each.typeId] as const)),
  ]);

/** Returns the fields whose values have a type, by the name of the type. */
const fieldsWithType = (schema: GraphQLSchema): ReadonlyMap<string, ReadonlySet<string>> => {
  const fields = new Map<string, Set<string>>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(isObjectType(type) || isInterfaceType(type)) || type.name.startsWith('__')) continue;
    for (const [name, field] of Object.entries(type.getFields())) {
      const held = getNamedType(field.type);
      for (const each of isInterfaceType(held) ? schema.getPossibleTypes(held) : [held])
        fields.set(each.name, (fields.get(each.name) ?? new Set()).add(name));
    }
  }
  return fields;
};

/** Creates the lookup of places; a reference without a declared place gets one for which nothing is declared. */
export const referencePlaces = (schema: GraphQLSchema, list: readonly ResourceDefinition[]): ReferencePlaces => {
  const declared = new Set(list.flatMap(each => Object.keys(shownPartOf(each)?.places ?? {})));
  const typeIds = typeIdsByName(list);
  const fields = fieldsWithType(schema);
  return (typeName, member) => {
    const typeId = typeIds.get(typeName);
    const holders = typeId === undefined ? [...(fields.get(typeName) ?? [])] : [typeId];
    const places = holders.map((holder): ReferencePlace => `${holder}.${member}`);
    return places.find(place => declared.has(place)) ?? `${typeName}.${member}`;
  };
};
