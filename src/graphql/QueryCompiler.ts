import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/settings.js';
import { limits } from '../config/limits.js';
import { assertAliases, assertSize, assertValid, findOperation, parseDocument } from './assertDocument.js';
import { DocumentError } from './DocumentError.js';
import { variableErrors } from './variableErrors.js';
import { type CostFunction, measureOperation } from './measureOperation.js';

export type GraphqlOptions = Pick<Config, 'graphqlDepthMax' | 'graphqlCostMax' | 'graphqlIntrospection'>;

export interface PreparedQuery {
  readonly isMutation: boolean;
  readonly execute: CompiledQuery['query'];
  readonly cost: CostFunction;
  /** Tells why variables were refused. */
  readonly variableErrors: (variables: Readonly<Record<string, unknown>>) => readonly GraphQLFormattedError[];
  /** Fields with all fragments inlined. */
  readonly fields: number;
}

/** The approximate length of the code of one field; fragments are inlined, so a short document may become long code. */
const compiledFieldCharacters = 1_000;
const cacheCharactersMax = 32 * 1024 * 1024;

/**
 * Values of enums and of the scalars that GraphQL defines are returned as stored: the declarations that yield the schema
 * also checked what was stored, and a second check of each value would make two lists of garbage.
 */
const compilerOptions = { disablingCapturingStackErrors: true, disableLeafSerialization: true };

/** Compiles a document without checks. */
const compileDocument = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): CompiledQuery => {
  const compiled = compileQuery(schema, document, operationName, compilerOptions);
  if (!isCompiledQuery(compiled))
    throw DocumentError.of(compiled.errors ?? [new GraphQLError('The document cannot be run.')], 'InvalidInput');
  return compiled as CompiledQuery;
};

/** Checks and compiles documents, once per text and operation, in a limited cache of the worker. */
export class QueryCompiler {
  readonly #cache = new LRUCache<string, PreparedQuery>({
    max: limits.graphqlDocumentsMax,
    maxSize: cacheCharactersMax,
    sizeCalculation: ({ fields }, key) => Math.max(key.length, fields * compiledFieldCharacters),
  });

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly options: GraphqlOptions,
  ) {}

  /** Throws a DocumentError for a document that must not be executed. */
  prepare(text: string, operationName: string | undefined): PreparedQuery {
    const key = `${operationName ?? ''}\n${text}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    try {
      const prepared = this.#compile(text, operationName);
      this.#cache.set(key, prepared);
      return prepared;
    } catch (error) {
      if (error instanceof RangeError) throw DocumentError.withMessage('The document is nested too deep.');
      throw error;
    }
  }

  /** Throws a DocumentError when an execution with these variables may exceed the allowed cost. */
  assertCost({ cost }: PreparedQuery, variables: Readonly<Record<string, unknown>>): void {
    const { graphqlCostMax } = this.options;
    const estimate = cost(variables);
    if (estimate > graphqlCostMax)
      throw DocumentError.withMessage(
        `The query may cost ${estimate}; at most ${graphqlCostMax} is allowed. ` +
          'Ask for fewer fields, or for fewer results with limit.',
      );
  }

  /** The size is checked first, since the validation and the compiler walk the whole document. */
  #compile(text: string, operationName: string | undefined): PreparedQuery {
    const { schema, options } = this;
    const document = parseDocument(text);
    assertAliases(document);
    const operation = findOperation(document, operationName);
    const fragments = document.definitions.filter(definition => definition.kind === Kind.FRAGMENT_DEFINITION);
    const { depth, fields, cost } = measureOperation(schema, operation, fragments);
    assertSize({ depth, fields, cost }, options.graphqlDepthMax);
    assertValid(schema, document, options.graphqlIntrospection);
    return {
      isMutation: operation.operation === OperationTypeNode.MUTATION,
      execute: compileDocument(schema, document, operationName).query,
      cost,
      fields,
      variableErrors: variables => variableErrors(schema, operation, variables),
    };
  }
}
