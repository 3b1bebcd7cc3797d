/** Compiles documents whose variables were converted before (coerceVariables). */
import {
  type DocumentNode,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  Kind,
  type TypeNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { DocumentError } from './DocumentError.js';

/**
 * Values of enums and of the scalars that GraphQL defines are returned as stored: the declarations that yield the schema
 * also checked what was stored, and a second check of each value would make two lists of garbage.
 */
const compilerOptions = { disablingCapturingStackErrors: true, disableLeafSerialization: true };

const coercedType = new GraphQLScalarType({ name: 'Coerced' });
const coercedTypeNode: TypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedType.name } };

/** The schema with the type of converted variables, which is not part of the API. */
export const withCoercedType = (schema: GraphQLSchema): GraphQLSchema =>
  Object.create(schema, {
    getType: { value: (name: string) => (name === coercedType.name ? coercedType : schema.getType(name)) },
  }) as GraphQLSchema;

const declareCoerced = (definition: VariableDefinitionNode): VariableDefinitionNode => ({
  ...definition,
  type: coercedTypeNode,
  defaultValue: undefined,
});

/** Compiles the named or only operation of a valid document, for a schema that withCoercedType returned. */
export const compileDocument = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): CompiledQuery => {
  const declared = visit(document, { VariableDefinition: declareCoerced });
  const compiled = compileQuery(schema, declared, operationName, compilerOptions);
  if (!isCompiledQuery(compiled))
    throw DocumentError.of(compiled.errors ?? [new GraphQLError('The document cannot be run.')], 'InvalidInput');
  return compiled as CompiledQuery;
};
