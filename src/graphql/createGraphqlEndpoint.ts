/** Answers a request as GraphQL over HTTP requires, for any schema. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { grantedScopeNames } from '../credentials/scopes.js';
import type { Client } from '../engine/define/Client.js';
import { describeJson, readJson } from '../engine/document/json.js';
import type { Response } from '../engine/ResourceRequest.js';
import { ApiError, errorEntry, fail, failAll } from '../errors/ApiError.js';
import type { Services } from '../services/services.js';
import { assertResponseSize } from './assertResponseSize.js';
import { assertVariables } from './assertVariables.js';
import { DocumentError } from './DocumentError.js';
import type { GraphqlContext } from './GraphqlContext.js';
import { fieldErrors, requestErrors } from './graphqlErrors.js';
import { MemoryBudget } from './MemoryBudget.js';
import { type GraphqlOptions, QueryCompiler } from './QueryCompiler.js';
import { ResourceLoaders } from './ResourceLoaders.js';

/** Returns the compiler of a worker for a schema, which is created for the first document. */
const lazyCompiler = (createSchema: () => GraphQLSchema): ((options: GraphqlOptions) => QueryCompiler) => {
  const compilers = new WeakMap<GraphqlOptions, QueryCompiler>();
  return options => {
    const compiler = compilers.get(options) ?? new QueryCompiler(createSchema(), options);
    compilers.set(options, compiler);
    return compiler;
  };
};

interface GraphqlRequestBody {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

const malformedField = (field: string, expected: string, value: unknown) =>
  fail('InvalidJsonInput', {
    message: `Malformed field '${field}': expected ${expected}, got ${describeJson(value)}.`,
  });

/** Reads the body with its nulls, since a variable that is null differs from an absent one. */
const readBody = (body: Uint8Array): GraphqlRequestBody => {
  const { query, variables, operationName } = readJson(body);
  if (query === undefined || query === null)
    throw failAll([errorEntry('RequiredField', { field: 'query', expected: 'a GraphQL document' })]);
  if (typeof query !== 'string') throw malformedField('query', 'a string', query);
  if (variables !== undefined && (typeof variables !== 'object' || Array.isArray(variables)))
    throw malformedField('variables', 'an object', variables);
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw malformedField('operationName', 'a string', operationName);
  assertVariables(variables ?? {});
  return {
    query,
    variables: (variables ?? {}) as GraphqlRequestBody['variables'],
    operationName: operationName ?? undefined,
  };
};

/** The SDK reads `message` at the top, as in the errors of the HTTP API. */
const errorResponse = (errors: readonly GraphQLFormattedError[]): Response => ({
  status: 400,
  body: JSON.stringify({ message: errors[0]?.message, errors }),
});

/** Responses may contain tokens. */
const uncached = [['Cache-Control', 'no-store']] as const;

/** Converts the result of a document that was executed. */
const toResponse = (
  { data, errors = [] }: ExecutionResult,
  { correlationId, services: { log } }: GraphqlContext,
): Response => {
  try {
    assertResponseSize(data);
  } catch (error) {
    // A mutation may have run, so this is a response without data and not a refused document.
    const sizeError = new GraphQLError('', { originalError: error as Error });
    return { status: 200, body: JSON.stringify({ errors: fieldErrors(sizeError, correlationId, log), data: null }) };
  }
  if (errors.length === 0) return { status: 200, body: JSON.stringify({ data }) };
  const formatted = errors.flatMap(error => fieldErrors(error, correlationId, log));
  return { status: 200, body: JSON.stringify({ errors: formatted, data }) };
};

interface GraphqlResponse extends Response {
  readonly headers: typeof uncached;
  readonly revokedTokenSubjects: readonly string[];
}

export interface GraphqlRequest {
  readonly projectKey: string;
  readonly storeKey?: string;
  readonly body: Uint8Array;
  readonly client: Client;
  /** The scope of the token, in wire form. */
  readonly scope: string;
  readonly correlationId: string;
}

const createSequence = (): GraphqlContext['runInSequence'] => {
  let last: Promise<unknown> = Promise.resolve();
  return run => {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  };
};

/** Creates the context that the resolvers of one request share. */
export const createGraphqlContext = (
  services: Services,
  { projectKey, storeKey, client, scope, correlationId }: Omit<GraphqlRequest, 'body'>,
): GraphqlContext => {
  const budget = new MemoryBudget();
  const scopes = grantedScopeNames(scope, projectKey);
  return {
    services,
    projectKey,
    storeKey,
    client,
    correlationId,
    revokedTokenSubjects: [],
    scopes,
    loaders: new ResourceLoaders(services.engine, { projectKey, storeKey, client, scopes }, budget),
    budget,
    runInSequence: createSequence(),
    startMs: performance.now(),
  };
};

export type GraphqlEndpoint = (services: Services, request: GraphqlRequest) => Promise<GraphqlResponse>;

/** Creates the endpoint of a schema. It accepts any token of the project; each field checks its scopes. */
export const createGraphqlEndpoint = (createSchema: () => GraphQLSchema): GraphqlEndpoint => {
  const compilerOf = lazyCompiler(createSchema);
  return async (services, request) => {
    const context = createGraphqlContext(services, request);
    const common = { headers: uncached, revokedTokenSubjects: context.revokedTokenSubjects };
    try {
      const { query, variables, operationName } = readBody(request.body);
      const compiler = compilerOf(services.graphqlOptions);
      const prepared = compiler.prepare(query, operationName);
      compiler.assertCost(prepared, variables);
      const result = await prepared.execute(undefined, context, { ...variables });
      // A result without data was not executed, because the variables are invalid.
      if (result.data === undefined) return { ...errorResponse(prepared.variableErrors(variables)), ...common };
      return { ...toResponse(result, context), ...common };
    } catch (error) {
      if (error instanceof DocumentError) return { ...errorResponse(error.errors), ...common };
      if (error instanceof ApiError && error.status === 400)
        return { ...errorResponse(requestErrors(error)), ...common };
      throw error;
    }
  };
};
