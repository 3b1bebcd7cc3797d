/** Compiles documents whose variables were converted before (coerceVariables). */
import {
  type DocumentNode,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
  type VariableDefinitionNode,
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

const isBoolean = (type: TypeNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE
    ? isBoolean(type.type)
    : type.kind === Kind.NAMED_TYPE && type.name.value === 'Boolean';

/** The compiler insists on the type Boolean where a variable decides whether a field is included. */
const declareCoerced = (definition: VariableDefinitionNode): VariableDefinitionNode =>
  isBoolean(definition.type) ? definition : { ...definition, type: coercedTypeNode, defaultValue: undefined };

/** Compiles an operation of a valid document, for a schema that withCoercedType returned. */
export const compileDocument = (
  schema: GraphQLSchema,
  { definitions, ...document }: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledQuery => {
  const compiledOperation = {
    ...operation,
    variableDefinitions: operation.variableDefinitions?.map(declareCoerced),
  };
  const compiled = compileQuery(
    schema,
    {
      ...document,
      definitions: definitions.map(definition => (definition === operation ? compiledOperation : definition)),
    },
    operation.name?.value,
    compilerOptions,
  );
  if (!isCompiledQuery(compiled))
    throw DocumentError.of(compiled.errors ?? [new GraphQLError('The document cannot be run.')], 'InvalidInput');
  return compiled as CompiledQuery;
};
