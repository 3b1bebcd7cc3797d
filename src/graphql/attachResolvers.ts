import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Resolver } from './resolvers/Resolver.js';

export type ResolverMap = Readonly<Record<string, Readonly<Record<string, Resolver>>>>;

const attachToType = (schema: GraphQLSchema, typeName: string, fields: ResolverMap[string]): void => {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`the schema has no type ${typeName}`);
  for (const [name, resolve] of Object.entries(fields)) {
    const field = type.getFields()[name];
    if (field === undefined) throw new Error(`the schema's type ${typeName} has no field ${name}`);
    field.resolve = resolve;
  }
};

/**
 * Attaches resolvers to the fields of a schema; throws for a resolver without a field and for a root field without a
 * resolver.
 */
export const attachResolvers = (schema: GraphQLSchema, resolvers: ResolverMap): void => {
  for (const [typeName, fields] of Object.entries(resolvers)) attachToType(schema, typeName, fields);
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      if (field.resolve === undefined) throw new Error(`the field ${root?.name}.${field.name} has no resolver`);
};
