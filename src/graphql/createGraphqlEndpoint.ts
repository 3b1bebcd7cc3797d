/** A GraphQL client's request, answered as GraphQL over HTTP has it: the same for every schema. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { limits } from '../config/limits.js';
import type { Client } from '../engine/define/Client.js';
import { jsonTypeName, readJson } from '../engine/document/json.js';
import type { Response } from '../engine/ResourceRequest.js';
import { ApiError, errorEntry, fail, failAll } from '../errors/ApiError.js';
import { grantedScopeNames } from '../credentials/scopes.js';
import type { Services } from '../services/services.js';
import { assertResponseSize, createBudget } from './MemoryBudget.js';
import type { GraphqlContext } from './GraphqlContext.js';
import { createLoaders } from './ResourceLoaders.js';
import { assertCost, createPrepare, type Prepare, type GraphqlOptions, DocumentError } from './QueryCompiler.js';
import { fieldErrors, requestErrors, variableError } from './graphqlErrors.js';
import { assertVariables } from './assertVariables.js';

/** The compilers of a worker: one for each schema, made when its first document comes. */
const compilersOf = (createSchema: () => GraphQLSchema): ((options: GraphqlOptions) => Prepare) => {
  const compilers = new WeakMap<GraphqlOptions, Prepare>();
  return options => {
    const known = compilers.get(options) ?? createPrepare(createSchema(), options);
    compilers.set(options, known);
    return known;
  };
};

interface GraphqlRequestBody {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

const malformed = (field: string, expected: string, value: unknown) =>
  fail('InvalidJsonInput', {
    message: `Malformed field '${field}': expected ${expected}, got ${jsonTypeName(value)}.`,
  });

/** Nulls stay: a variable that is null is not the same as none. */
const readAsked = (body: Uint8Array): GraphqlRequestBody => {
  const { query, variables, operationName } = readJson(body);
  if (query === undefined || query === null)
    throw failAll([errorEntry('RequiredField', { field: 'query', expected: 'a GraphQL document' })]);
  if (typeof query !== 'string') throw malformed('query', 'a string', query);
  if (variables !== undefined && (typeof variables !== 'object' || Array.isArray(variables)))
    throw malformed('variables', 'an object', variables);
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw malformed('operationName', 'a string', operationName);
  assertVariables(variables ?? {});
  return {
    query,
    variables: (variables ?? {}) as GraphqlRequestBody['variables'],
    operationName: (operationName ?? undefined) as string | undefined,
  };
};

const refusal = (errors: readonly GraphQLFormattedError[]): Response => ({
  status: 400,
  body: JSON.stringify({ errors }),
});

/** Answers may hold tokens. */
const uncached = [['Cache-Control', 'no-store']] as const;

/** Without data nothing ran: the variables were not what the document declares. */
const answerOf = (
  { data, errors = [] }: ExecutionResult,
  { correlationId, services: { log } }: GraphqlContext,
): Response => {
  if (data === undefined) return refusal(errors.slice(0, limits.graphqlErrorsMax).map(variableError));
  try {
    assertResponseSize(data);
  } catch (error) {
    // A mutation may have run: this is an answer without data, not a document that was refused.
    return {
      status: 200,
      body: JSON.stringify({
        errors: fieldErrors(new GraphQLError('', { originalError: error as Error }), correlationId, log),
        data: null,
      }),
    };
  }
  if (errors.length === 0) return { status: 200, body: JSON.stringify({ data }) };
  return {
    status: 200,
    body: JSON.stringify({ errors: errors.flatMap(error => fieldErrors(error, correlationId, log)), data }),
  };
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

const createTurns = (): GraphqlContext['inTurn'] => {
  let last: Promise<unknown> = Promise.resolve();
  return run => {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  };
};

/** What the resolvers of one request share. */
export const createGraphqlContext = (
  services: Services,
  { projectKey, storeKey, client, scope, correlationId }: Omit<GraphqlRequest, 'body'>,
): GraphqlContext => {
  const budget = createBudget();
  const loaders = createLoaders(services.engine, { projectKey, storeKey, client }, budget);
  return {
    services,
    projectKey,
    storeKey,
    client,
    correlationId,
    revokedTokenSubjects: [],
    scopes: grantedScopeNames(scope, projectKey),
    loaders,
    budget,
    inTurn: createTurns(),
    startMs: performance.now(),
  };
};

export type Endpoint = (services: Services, request: GraphqlRequest) => Promise<GraphqlResponse>;

/** A token of any kind gets here; what it reaches, each field judges by its scopes. */
export const createGraphqlEndpoint = (createSchema: () => GraphQLSchema): Endpoint => {
  const compilerOf = compilersOf(createSchema);
  return async (services, request) => {
    const { graphqlOptions: options } = services;
    const context = createGraphqlContext(services, request);
    const around = { headers: uncached, revokedTokenSubjects: context.revokedTokenSubjects };
    try {
      const { query: text, variables, operationName } = readAsked(request.body);
      const prepared = compilerOf(options)(text, operationName);
      assertCost(prepared, variables, options);
      return { ...answerOf(await prepared.query(undefined, context, { ...variables }), context), ...around };
    } catch (error) {
      if (error instanceof DocumentError) return { ...refusal(error.errors), ...around };
      if (error instanceof ApiError && error.status === 400) return { ...refusal(requestErrors(error)), ...around };
      throw error;
    }
  };
};
