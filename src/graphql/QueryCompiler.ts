import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  separateOperations,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Config } from '../base/config/settings.js';
import { limits } from '../base/config/limits.js';
import { required } from '../base/errors/ApiError.js';
import { entryLimit } from '../base/memory/ReadCache.js';
import { assertNodes, assertSize, assertValid, findOperation, parseDocument } from './assertDocument.js';
import { coerceVariables } from './coerceVariables.js';
import {
  compileDocument,
  withCoercedType,
  conditionVariables,
  withoutSkipped,
  executeWithNulls,
  possibleNulls,
} from './compileDocument.js';
import { DocumentError } from './graphqlErrors.js';
import { type CostFunction, measureOperation } from './measureOperation.js';

export type GraphqlOptions = Pick<Config, 'graphqlDepthMax' | 'graphqlCostMax' | 'graphqlIntrospection'>;

export interface PreparedQuery {
  readonly isMutation: boolean;
  /** Throws a DocumentError for variables that the operation does not allow. */
  readonly execute: CompiledQuery['query'];
  readonly cost: CostFunction;
  /** The most bytes that the compiled document takes. */
  readonly bytes: number;
}

/** The measured size of one field; fragments are inlined, so a short document may become long code. */
const compiledFieldBytes = 4_000;
const cacheBytesMax = 64 * 1024 * 1024;
/** Bound the combinations of conditions of one document that are kept compiled, and their bytes. */
const variantsMax = 8;
const variantBytesMax = 16 * 1024 * 1024;

/** Runs a step of the compilation. Its functions recurse for each level of a document. */
const refuseTooDeep = <T>(compile: () => T): T => {
  try {
    return compile();
  } catch (error) {
    if (error instanceof RangeError) throw DocumentError.withMessage('The document is nested too deep.');
    throw error;
  }
};

/**
 * Checks and compiles documents, once per text, operation and combination of conditions, in a limited cache of the
 * worker.
 */
export class QueryCompiler {
  readonly #cache = new LRUCache<string, PreparedQuery>({
    max: limits.graphqlDocumentsMax,
    maxSize: cacheBytesMax,
    sizeCalculation: ({ bytes }, key) => Math.max(key.length, bytes),
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
    const prepared = refuseTooDeep(() => this.#compile(text, operationName));
    this.#cache.set(key, prepared);
    return prepared;
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
    assertNodes(document);
    const operation = findOperation(document, operationName);
    const fragments = document.definitions.filter(definition => definition.kind === Kind.FRAGMENT_DEFINITION);
    const { depth, fields, cost } = measureOperation(schema, operation, fragments);
    assertSize({ depth, fields, cost }, options.graphqlDepthMax);
    assertValid(schema, document, options.graphqlIntrospection);
    // The variables of another operation have no values.
    const own = required(separateOperations(document)[operation.name?.value ?? ''], 'the operation');
    const conditions = conditionVariables(own);
    const bytes = fields * compiledFieldBytes;
    const variants = Math.min(2 ** conditions.length, variantsMax, Math.ceil(variantBytesMax / bytes));
    return {
      isMutation: operation.operation === OperationTypeNode.MUTATION,
      execute: this.#executor(own, operation, conditions, variants),
      cost,
      bytes: bytes * variants,
    };
  }

  /** Returns the function that runs the document, which is compiled once for each combination of its conditions. */
  #executor(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    conditions: readonly string[],
    kept: number,
  ): PreparedQuery['execute'] {
    const { schema } = this;
    const variants = new LRUCache<string, CompiledQuery['query']>(entryLimit(kept));
    const variantFor = (variables: Readonly<Record<string, unknown>>): CompiledQuery['query'] => {
      const key = conditions.map(name => String(variables[name])).join();
      const known = variants.get(key);
      if (known !== undefined) return known;
      const { query: variant } = refuseTooDeep(() =>
        compileDocument(this.#compilerSchema, withoutSkipped(document, variables), operation.name?.value),
      );
      variants.set(key, variant);
      return variant;
    };
    // If a document without conditions cannot be compiled, it is refused even when its variables are wrong.
    if (conditions.length === 0) variantFor({});
    const nullNames = possibleNulls(operation);
    return (rootValue, contextValue, given) => {
      const variables = coerceVariables(schema, operation, given ?? {});
      if (nullNames.some(name => (variables[name] ?? null) === null))
        return executeWithNulls(schema, document, operation, { rootValue, contextValue, variableValues: { ...given } });
      return variantFor(variables)(rootValue, contextValue, variables);
    };
  }
}
