/** The schema's text with what answers its fields. */
import {
  buildSchema,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { attach } from './attach.js';
import { deriveResolvers } from './resolvers/derive.js';
import { resolvers, typeOf } from './resolvers/index.js';
import { implementScalar } from './scalars.js';
import { typeDefs } from './schema/index.js';

export const createSchema = (): GraphQLSchema => {
  const schema = buildSchema(typeDefs);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isScalarType(type) && !isSpecifiedScalarType(type)) implementScalar(type);
    else if (isObjectType(type)) deriveResolvers(type);
    else if (isInterfaceType(type)) type.resolveType = typeOf(type.name);
  }
  attach(schema, resolvers);
  return schema;
};
