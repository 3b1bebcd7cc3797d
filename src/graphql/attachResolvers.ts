/** Gives the fields of a schema, made of its text, what answers them. */
import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Resolver } from './resolvers/Resolver.js';

export type ResolverMap = Readonly<Record<string, Readonly<Record<string, Resolver>>>>;

const attachTo = (schema: GraphQLSchema, typeName: string, fields: ResolverMap[string]): void => {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`the schema has no type ${typeName}`);
  for (const [name, resolve] of Object.entries(fields)) {
    const field = type.getFields()[name];
    if (field === undefined) throw new Error(`the schema's type ${typeName} has no field ${name}`);
    field.resolve = resolve;
  }
};

/** A declared name that the text does not have, or the reverse, is a defect that must not serve. */
export const attachResolvers = (schema: GraphQLSchema, resolvers: ResolverMap): void => {
  for (const [typeName, fields] of Object.entries(resolvers)) attachTo(schema, typeName, fields);
  for (const root of [schema.getQueryType()!, schema.getMutationType()!])
    for (const field of Object.values(root.getFields()))
      if (field.resolve === undefined) throw new Error(`nothing answers ${root.name}.${field.name}`);
};
