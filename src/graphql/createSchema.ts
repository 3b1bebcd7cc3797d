import {
  buildSchema,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { attachResolvers } from './attachResolvers.js';
import { deriveResolvers } from './resolvers/deriveResolvers.js';
import { resolvers, interfaceTypeResolver } from './resolvers/index.js';
import { implementScalar } from './implementScalar.js';
import { typeDefs } from './schema/index.js';

/** Creates the schema from its text and attaches the resolvers. */
export const createSchema = (): GraphQLSchema => {
  const schema = buildSchema(typeDefs);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isScalarType(type) && !isSpecifiedScalarType(type)) implementScalar(type);
    else if (isObjectType(type)) deriveResolvers(type);
    else if (isInterfaceType(type)) type.resolveType = interfaceTypeResolver(type.name);
  }
  attachResolvers(schema, resolvers);
  return schema;
};
