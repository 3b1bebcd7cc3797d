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
  type ASTNode,
  type ConstDirectiveNode,
  type DirectiveNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { DocumentError } from './graphqlErrors.js';
import { invalidInput } from '../base/errors/ApiError.js';

/**
 * Values of enums and of the scalars that GraphQL defines are returned as stored: the declarations from which the
 * schema is derived have already checked them, and a second check of each value would create two lists of garbage.
 */
const compilerOptions = { disablingCapturingStackErrors: true, disableLeafSerialization: true };

const coercedType = new GraphQLScalarType({ name: 'Coerced' });
const coercedTypeNode: TypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedType.name } };

/** Adds the type of converted variables to the schema; it is not part of the API. */
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

/*
 * graphql-jit returns wrong data for two selections of one field under different conditions (`@skip`, `@include`), and
 * for a fragment that is used twice under them. So it gets documents without conditions: the following functions remove
 * skipped selections, and the directives of the others.
 */

type Variables = Readonly<Record<string, unknown>>;

const isCondition = ({ name }: DirectiveNode): boolean =>
  name.value === GraphQLSkipDirective.name || name.value === GraphQLIncludeDirective.name;

/** Returns the names of the variables that decide which selections are included, in the order of the document. */
export const conditionVariables = (document: DocumentNode): readonly string[] => {
  const names = new Set<string>();
  visit(document, {
    Directive: node => {
      if (!isCondition(node)) return;
      for (const { value } of node.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
};

interface WithDirectives {
  readonly directives?: readonly (DirectiveNode | ConstDirectiveNode)[];
}

const isIncluded = (node: WithDirectives, variables: Variables): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
  getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;

/** Returns the document without conditions; only selections that the values of the variables include remain. */
export const withoutSkipped = (document: DocumentNode, variables: Variables): DocumentNode => {
  const select = <Node extends ASTNode & WithDirectives>(node: Node): Node | null | undefined => {
    if (node.directives === undefined || node.directives.length === 0) return undefined;
    if (!isIncluded(node, variables)) return null;
    return { ...node, directives: node.directives.filter(each => !isCondition(each)) };
  };
  return visit(document, { Field: select, FragmentSpread: select, InlineFragment: select });
};

/**
 * Returns the variables that may be null where null is not allowed, because they have a default. A compiled document
 * would pass the null on; graphql-js reports it as the specification of GraphQL requires.
 */
export const possibleNulls = ({ variableDefinitions = [] }: OperationDefinitionNode): readonly string[] =>
  variableDefinitions
    .filter(({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE && defaultValue !== undefined)
    .map(({ variable }) => variable.name.value);

/** Marks an error of graphql-js itself as an invalid request; errors of resolvers have another original error. */
const withOriginal = (error: GraphQLError): GraphQLError =>
  error.originalError !== undefined && !(error.originalError instanceof GraphQLError)
    ? error
    : new GraphQLError(error.message, {
        nodes: error.nodes,
        path: error.path,
        originalError: invalidInput(error.message),
      });

/** Runs a valid document with graphql-js. */
export const executeWithNulls = async (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  values: Pick<ExecutionArgs, 'rootValue' | 'contextValue' | 'variableValues'>,
): Promise<ExecutionResult> => {
  const result = await execute({ schema, document, operationName: operation.name?.value, ...values });
  return result.errors === undefined ? result : { ...result, errors: result.errors.map(withOriginal) };
};
