/** The schema's text with what answers its fields. */
import { buildSchema, type GraphQLSchema, isInterfaceType, isObjectType, isScalarType, isSpecifiedScalarType } from 'graphql';
import { deriveResolvers } from './resolvers/derive.js';
import { type Resolve, resolvers, typeOf } from './resolvers/index.js';
import { implementScalar } from './scalars.js';
import { typeDefs } from './schema/index.js';

const attach = (schema: GraphQLSchema, typeName: string, fields: Readonly<Record<string, Resolve>>): void => {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`the schema has no type ${typeName}`);
  for (const [name, resolve] of Object.entries(fields)) {
    const field = type.getFields()[name];
    if (field === undefined) throw new Error(`the schema's type ${typeName} has no field ${name}`);
    field.resolve = resolve;
  }
};

/** A declared name that the text does not have, or the reverse, is a defect that must not serve. */
export const createSchema = (): GraphQLSchema => {
  const schema = buildSchema(typeDefs);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isScalarType(type) && !isSpecifiedScalarType(type)) implementScalar(type);
    else if (isObjectType(type)) deriveResolvers(type);
    else if (isInterfaceType(type)) type.resolveType = typeOf(type.name);
  }
  for (const [typeName, fields] of Object.entries(resolvers)) attach(schema, typeName, fields);
  for (const root of [schema.getQueryType()!, schema.getMutationType()!])
    for (const field of Object.values(root.getFields())) if (field.resolve === undefined) throw new Error(`nothing answers ${root.name}.${field.name}`);
  return schema;
};
