import { type GraphQLSchema, Kind, OperationTypeNode } from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/settings.js';
import { limits } from '../config/limits.js';
import { assertAliases, assertSize, assertValid, findOperation, parseDocument } from './assertDocument.js';
import { coerceVariables } from './coerceVariables.js';
import { compileDocument, withCoercedType } from './compileDocument.js';
import { DocumentError } from './DocumentError.js';
import { type CostFunction, measureOperation } from './measureOperation.js';

export type GraphqlOptions = Pick<Config, 'graphqlDepthMax' | 'graphqlCostMax' | 'graphqlIntrospection'>;

export interface PreparedQuery {
  readonly isMutation: boolean;
  /** Throws a DocumentError for variables that the operation does not allow. */
  readonly execute: CompiledQuery['query'];
  readonly cost: CostFunction;
  /** Fields with all fragments inlined. */
  readonly fields: number;
}

/** What one field takes as measured; fragments are inlined, so a short document may become long code. */
const compiledFieldBytes = 4_000;
const cacheBytesMax = 64 * 1024 * 1024;

/** Checks and compiles documents, once per text and operation, in a limited cache of the worker. */
export class QueryCompiler {
  readonly #cache = new LRUCache<string, PreparedQuery>({
    max: limits.graphqlDocumentsMax,
    maxSize: cacheBytesMax,
    sizeCalculation: ({ fields }, key) => Math.max(key.length, fields * compiledFieldBytes),
  });
  readonly #compilerSchema: GraphQLSchema;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly options: GraphqlOptions,
  ) {
    this.#compilerSchema = withCoercedType(schema);
  }

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
    const compiled = compileDocument(this.#compilerSchema, document, operation);
    return {
      isMutation: operation.operation === OperationTypeNode.MUTATION,
      execute: (root, context, variables) =>
        compiled.query(root, context, coerceVariables(schema, operation, variables ?? {})),
      cost,
      fields,
    };
  }
}
