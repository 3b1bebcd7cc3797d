/** From a document's text to a compiled query: once for each text and operation, in a bounded cache of the worker. */
import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/settings.js';
import { limits } from '../config/limits.js';
import type { ErrorCode } from '../errors/errorTable.js';
import { type CostFunction, measureOperation, type OperationSize } from './measureOperation.js';
import { documentError } from './graphqlErrors.js';

export type GraphqlOptions = Pick<Config, 'graphqlDepthMax' | 'graphqlCostMax' | 'graphqlIntrospection'>;

export interface PreparedQuery {
  readonly query: CompiledQuery['query'];
  readonly cost: CostFunction;
  readonly fields: number;
}

/** Why a document does not run. */
export class DocumentError extends Error {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {
    super(errors[0]!.message);
    this.name = 'RefusedDocument';
  }
}

export type Prepare = (text: string, operationName: string | undefined) => PreparedQuery;

/** The code that a field is compiled to, about: fragments are written out wherever they are spread, so a short text may become long code. */
const compiledFieldCharacters = 1_000;
const cacheCharactersMax = 32 * 1024 * 1024;

const refuse = (message: string): DocumentError =>
  new DocumentError([documentError(new GraphQLError(message), 'InvalidInput')]);

const refuseAll = (errors: readonly GraphQLError[], code: ErrorCode): DocumentError =>
  new DocumentError(errors.map(error => documentError(error, code)));

const read = (text: string): DocumentNode => {
  if (Buffer.byteLength(text) > limits.graphqlDocumentBytesMax)
    throw refuse(
      `The document is ${Buffer.byteLength(text)} bytes long; at most ${limits.graphqlDocumentBytesMax} are allowed.`,
    );
  try {
    return parse(text, { maxTokens: limits.graphqlTokensMax });
  } catch (error) {
    if (error instanceof GraphQLError) throw refuseAll([error], 'SyntaxError');
    throw error;
  }
};

/** Aliases ask for one thing many times over; those that JavaScript takes for something else are nobody's need. */
const assertAliases = (document: DocumentNode): void => {
  let count = 0;
  visit(document, {
    enter: node => {
      if (node.kind === Kind.FIELD && node.alias !== undefined) count++;
      if (node.kind === Kind.NAME && node.value === '__proto__') throw refuse("The name '__proto__' is not allowed.");
    },
  });
  if (count > limits.graphqlAliasesMax)
    throw refuse(`The document has ${count} aliases; at most ${limits.graphqlAliasesMax} are allowed.`);
};

const operationOf = (document: DocumentNode, operationName: string | undefined): OperationDefinitionNode => {
  const operation = getOperationAST(document, operationName);
  if (operation) return operation;
  throw refuse(
    operationName === undefined
      ? 'The document must hold exactly one operation, or operationName must name the one to run.'
      : `The document has no operation named '${operationName.slice(0, 100)}'.`,
  );
};

const assertSize = ({ depth, fields }: OperationSize, depthMax: number): void => {
  if (depth > depthMax) throw refuse(`The query is ${depth} levels deep; at most ${depthMax} are allowed.`);
  if (fields > limits.graphqlFieldsMax)
    throw refuse(
      `The query has ${fields} fields with its fragments written out; at most ${limits.graphqlFieldsMax} are allowed.`,
    );
};

/** Suggestions tell of the schema what introspection would. */
const withoutSuggestion = ({ message, nodes }: GraphQLError): GraphQLError =>
  new GraphQLError(message.replace(/ Did you mean .*$/s, ''), { nodes });

const assertValid = (schema: GraphQLSchema, document: DocumentNode, introspection: boolean): void => {
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const errors = validate(schema, document, rules, { maxErrors: limits.graphqlErrorsMax });
  if (errors.length > 0) throw refuseAll(introspection ? errors : errors.map(withoutSuggestion), 'InvalidInput');
};

export const compile = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): CompiledQuery => {
  const compiled = compileQuery(schema, document, operationName, { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(compiled))
    throw refuseAll(compiled.errors ?? [new GraphQLError('The document cannot be run.')], 'InvalidInput');
  return compiled as CompiledQuery;
};

/** Everything that can be told without running it; the size comes first, since all that follows walks as deep and as far. */
const prepare = (
  schema: GraphQLSchema,
  { graphqlDepthMax, graphqlIntrospection }: GraphqlOptions,
  text: string,
  operationName: string | undefined,
): PreparedQuery => {
  const document = read(text);
  assertAliases(document);
  const operation = operationOf(document, operationName);
  const fragments = document.definitions.filter(definition => definition.kind === Kind.FRAGMENT_DEFINITION);
  const measured = measureOperation(schema, operation, fragments);
  assertSize(measured, graphqlDepthMax);
  assertValid(schema, document, graphqlIntrospection);
  return { query: compile(schema, document, operationName).query, cost: measured.cost, fields: measured.fields };
};

const nested = (run: () => PreparedQuery): PreparedQuery => {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw refuse('The document is nested too deep.');
    throw error;
  }
};

export const createPrepare = (schema: GraphQLSchema, options: GraphqlOptions): Prepare => {
  const cache = new LRUCache<string, PreparedQuery>({
    max: limits.graphqlDocumentsMax,
    maxSize: cacheCharactersMax,
    sizeCalculation: ({ fields }, key) => Math.max(key.length, fields * compiledFieldCharacters),
  });
  return (text, operationName) => {
    const key = `${operationName ?? ''}\n${text}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const prepared = nested(() => prepare(schema, options, text, operationName));
    cache.set(key, prepared);
    return prepared;
  };
};

/** Throws when one run of it would do more than the settings allow; the variables have their say in it. */
export const assertCost = (
  { cost }: PreparedQuery,
  variables: Readonly<Record<string, unknown>>,
  { graphqlCostMax }: GraphqlOptions,
): void => {
  const told = cost(variables);
  if (told > graphqlCostMax)
    throw refuse(
      `The query may cost ${told}; at most ${graphqlCostMax} is allowed. Ask for fewer fields, or for fewer results with limit.`,
    );
};
