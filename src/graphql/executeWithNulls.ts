import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { fail } from '../errors/ApiError.js';

/**
 * The variables that may be null although they stand where null is not allowed, as a default permits it. A compiled
 * document would pass the null on; graphql-js reports it as the specification of GraphQL requires.
 */
export const possibleNulls = ({ variableDefinitions = [] }: OperationDefinitionNode): readonly string[] =>
  variableDefinitions
    .filter(({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE && defaultValue !== undefined)
    .map(({ variable }) => variable.name.value);

/** An error of graphql-js itself is about the request; those of resolvers have another original error. */
const withOriginal = (error: GraphQLError): GraphQLError =>
  error.originalError !== undefined && !(error.originalError instanceof GraphQLError)
    ? error
    : new GraphQLError(error.message, {
        nodes: error.nodes,
        path: error.path,
        originalError: fail('InvalidInput', { message: error.message }),
      });

/** Runs a valid document by graphql-js. */
export const executeWithNulls = async (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  values: { readonly rootValue: unknown; readonly contextValue: unknown; readonly variableValues: object },
): Promise<ExecutionResult> => {
  const result = await execute({
    schema,
    document,
    operationName: operation.name?.value,
    rootValue: values.rootValue,
    contextValue: values.contextValue,
    variableValues: { ...values.variableValues },
  });
  return result.errors === undefined ? result : { ...result, errors: result.errors.map(withOriginal) };
};
