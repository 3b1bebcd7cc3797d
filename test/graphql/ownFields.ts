/** Selects every field of a type that is stored with the resource: no references, and nothing that is looked up. */
import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { isLoading } from '../../src/graphql/resolvers/Resolver.js';

type Field = GraphQLField<unknown, unknown>;

/** An interface with more types than this, such as MessagePayload, is selected by its own fields only. */
const possibleTypesMax = 20;

const isOwn = ({ args, resolve }: Field): boolean =>
  !isLoading(resolve) && !args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);

const fieldsOf = (type: GraphQLNamedType): readonly Field[] =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];

/** A selection of all own fields; empty where there are none. `path` are the types around it, which may be circular. */
export const ownFields = (schema: GraphQLSchema, type: GraphQLNamedType, path: readonly string[] = []): string => {
  if (path.includes(type.name)) return '';
  const select = (fields: readonly Field[]): string[] =>
    fields.filter(isOwn).flatMap(field => {
      const named = getNamedType(field.type);
      if (isLeafType(named)) return [field.name];
      const below = ownFields(schema, named, [...path, type.name]);
      return below === '' ? [] : [`${field.name} ${below}`];
    });
  const fragments: string[] = [];
  const possible = isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
  if (possible.length <= possibleTypesMax)
    for (const each of possible) {
      // Two types may have fields of one name and different types, which one selection cannot have.
      const others = possible.filter(other => other !== each).flatMap(fieldsOf);
      const fields = fieldsOf(each).filter(field =>
        others.every(other => other.name !== field.name || String(other.type) === String(field.type)),
      );
      const below = select(fields);
      if (below.length > 0) fragments.push(`... on ${each.name} { ${below.join(' ')} }`);
    }
  const selections = [...select(fieldsOf(type)), ...fragments];
  return selections.length === 0 ? '' : `{ ${selections.join(' ')} }`;
};
