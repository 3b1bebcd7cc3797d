import {
  type GraphQLSchema,
  isObjectType,
  buildASTSchema,
  type DocumentNode,
  isInterfaceType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import type { Resolver } from './resolvers/Resolver.js';
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import { countLists } from './countLists.js';
import { InputTypes } from './derive/InputTypes.js';
import { OutputTypes } from './derive/OutputTypes.js';
import { SchemaText } from './derive/SchemaText.js';
import { type Descriptions, describeSchema } from './describe/describeSchema.js';
import { Operations } from './deriveOperations.js';
import type { MutationVerbs } from './resolvers/resourceMutations.js';
import { customerMutations } from './resolvers/customerMutations.js';
import { referencePlaces } from './derive/referencePlaces.js';
import { hideOfParts } from './resolvers/hideOfParts.js';
import { deriveResolvers } from './resolvers/deriveResolvers.js';
import { resolvers, interfaceTypeResolver } from './resolvers/index.js';
import { implementScalar } from './implementScalar.js';
import { typeDefs } from './schema/index.js';

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
export const attachResolvers = (schema: GraphQLSchema, byType: ResolverMap): void => {
  for (const [typeName, fields] of Object.entries(byType)) attachToType(schema, typeName, fields);
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      if (field.resolve === undefined) throw new Error(`the field ${root?.name}.${field.name} has no resolver`);
};

/** Merges resolvers; those that are written by hand take precedence over derived ones. */
const merge = (derived: ResolverMap, written: ResolverMap): ResolverMap => ({
  ...written,
  ...Object.fromEntries(Object.entries(derived).map(([type, fields]) => [type, { ...fields, ...written[type] }])),
});

interface DerivedDocument {
  readonly document: DocumentNode;
  readonly descriptions: Descriptions;
  readonly resolvers: ResolverMap;
}

/** Derives the document of the schema from the declarations of the resource types. */
const deriveDocument = (list: readonly ResourceDefinition[], verbs: MutationVerbs): DerivedDocument => {
  const shown = list.filter(({ routes }) => routes !== 'none');
  const text = new SchemaText(typeDefs);
  const outputs = new OutputTypes(text, shown);
  const inputs = new InputTypes(text);
  const operations = new Operations(text, inputs, verbs);
  for (const definition of shown) outputs.addResource(definition);
  const written = { ...resolvers, Mutation: customerMutations(inputs, verbs.customers) };
  for (const definition of shown) operations.addResource(definition);
  return {
    document: text.toDocument(),
    descriptions: text.descriptions,
    resolvers: merge(operations.resolvers, written),
  };
};

/** Derives the schema of resource types with its resolvers; mutations run the verbs. */
export const deriveSchema = (list: readonly ResourceDefinition[], verbs: MutationVerbs): GraphQLSchema => {
  const { document, descriptions, resolvers: all } = deriveDocument(list, verbs);
  // A test validates the schema: here, it would take half of the time of the creation.
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  const placeOf = referencePlaces(schema, list);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isScalarType(type) && !isSpecifiedScalarType(type)) implementScalar(type);
    else if (isObjectType(type)) deriveResolvers(type, placeOf);
    else if (isInterfaceType(type)) type.resolveType = interfaceTypeResolver(type.name);
  }
  attachResolvers(schema, all);
  hideOfParts(schema, list);
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__')) countLists(type);
  describeSchema(schema, descriptions);
  return schema;
};
