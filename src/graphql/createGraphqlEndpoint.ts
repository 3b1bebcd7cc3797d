/** Answers requests for any schema by the rules of GraphQL over HTTP. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { grantedScopeNames } from '../base/credentials/scopes.js';
import type { Response } from '../engine/ResourceRequest.js';
import { HeavyWorkError } from '../base/shedding/boundedWork.js';
import { WorkTime } from '../base/shedding/WorkTime.js';
import { ApiError, fail } from '../base/errors/ApiError.js';
import type { Services } from '../services/services.js';
import { assertResponseSize, MemoryBudget, ValueBudget } from './budgets.js';
import { DocumentError, fieldErrors, requestErrors } from './graphqlErrors.js';
import type { GraphqlContext } from './GraphqlContext.js';
import { type GraphqlOptions, type PreparedQuery, QueryCompiler } from './QueryCompiler.js';
import { graphqlResponseType, type GraphqlSource, readRequest } from './readRequest.js';
import { ResourceLoaders } from './ResourceLoaders.js';

/** Returns the compiler of a worker; its schema is created for the first document. */
const lazyCompiler = (createSchema: () => GraphQLSchema): ((options: GraphqlOptions) => QueryCompiler) => {
  const compilers = new WeakMap<GraphqlOptions, QueryCompiler>();
  return options => {
    const compiler = compilers.get(options) ?? new QueryCompiler(createSchema(), options);
    compilers.set(options, compiler);
    return compiler;
  };
};

/**
 * Creates a response for the SDK, which reads `message` and `statusCode` at the top level, as in errors of the HTTP
 * API. The media type of GraphQL does not allow these members.
 */
const errorResponse = (errors: readonly GraphQLFormattedError[], responseType: string): Response => ({
  status: 400,
  body: JSON.stringify(
    responseType === graphqlResponseType ? { errors } : { statusCode: 400, message: errors[0]?.message, errors },
  ),
});

/** A GET must not change anything (RFC 9110 section 9.2.1): links and caches may repeat it. */
const assertMethod = ({ bodyType }: GraphqlSource, { isMutation }: PreparedQuery): void => {
  if (bodyType === '' && isMutation)
    throw fail('MethodNotAllowed', { method: 'GET', target: 'a GraphQL mutation', allowed: 'POST' }, 405, [
      ['Allow', 'POST'],
    ]);
};

/** Forbids caching, because responses may contain tokens. */
const headersFor = (responseType: string): NonNullable<GraphqlResponse['headers']> => [
  ['Cache-Control', 'no-store'],
  ...(responseType === graphqlResponseType ? [['Content-Type', `${responseType}; charset=utf-8`] as const] : []),
];

/** Throws the error by which a long query restarts in another thread, also if only one field has it. */
const assertNotHeavy = ({ errors = [] }: ExecutionResult): void => {
  for (const { originalError } of errors) if (originalError instanceof HeavyWorkError) throw originalError;
};

const toResponse = (
  { data, errors = [] }: ExecutionResult,
  { correlationId, values, services: { log } }: GraphqlContext,
  isMutation: boolean,
): Response => {
  const context = { isMutation, correlationId, log };
  try {
    values.assertKept();
    assertResponseSize(data);
  } catch (error) {
    // A mutation may have run, so this is a response without data and not a refused document.
    const sizeError = new GraphQLError('', { originalError: error as Error });
    return { status: 200, body: JSON.stringify({ errors: fieldErrors(sizeError, context), data: null }) };
  }
  if (errors.length === 0) return { status: 200, body: JSON.stringify({ data }) };
  const formatted = errors.flatMap(error => fieldErrors(error, context));
  return { status: 200, body: JSON.stringify({ errors: formatted, data }) };
};

/** Tells whether a mutation succeeded: a refused one is null, and `__typename` at the root is a text. */
const hasResult = ({ data }: ExecutionResult): boolean =>
  Object.values(data ?? {}).some(value => typeof value === 'object' && value !== null);

interface GraphqlResponse extends Response {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly revokedTokenSubjects: readonly string[];
  readonly hasChanged?: boolean;
}

export interface GraphqlRequest
  extends GraphqlSource,
    Pick<GraphqlContext, 'projectKey' | 'storeKey' | 'client' | 'correlationId'> {
  /** The media type that the client prefers for the response. */
  readonly responseType: string;
  /** The scope of the token, in wire form. */
  readonly scope: string;
}

const createSequence = (): GraphqlContext['runInSequence'] => {
  let last: Promise<unknown> = Promise.resolve();
  return run => {
    const next = last.then(run, run);
    // The caller gets the error; the next call only waits for the end of this one.
    last = next.catch(() => undefined);
    return next;
  };
};

/** Creates the context that the resolvers of one request share. */
export const createGraphqlContext = (
  services: Services,
  { projectKey, storeKey, client, scope, correlationId }: Omit<GraphqlRequest, keyof GraphqlSource | 'responseType'>,
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
    values: new ValueBudget(),
    runInSequence: createSequence(),
    deadline: new WorkTime(projectKey, services.engine.queryTimeoutMs, { mayMove: true }),
  };
};

export type GraphqlEndpoint = (services: Services, request: GraphqlRequest) => Promise<GraphqlResponse>;

/** Creates the endpoint of a schema. It accepts any token of the project; each field checks its scopes. */
export const createGraphqlEndpoint = (createSchema: () => GraphQLSchema): GraphqlEndpoint => {
  const compilerOf = lazyCompiler(createSchema);
  return async (services, request) => {
    const context = createGraphqlContext(services, request);
    const { responseType } = request;
    const common = { headers: headersFor(responseType), revokedTokenSubjects: context.revokedTokenSubjects };
    const refuse = (errors: readonly GraphQLFormattedError[]) => ({
      ...errorResponse(errors, responseType),
      ...common,
    });
    try {
      const { query, variables, operationName } = readRequest(request);
      const compiler = compilerOf(services.graphqlOptions);
      const prepared = compiler.prepare(query, operationName);
      assertMethod(request, prepared);
      compiler.assertCost(prepared, variables);
      if (prepared.isMutation) context.deadline.stayHere();
      const result = await prepared.execute(undefined, context, variables);
      assertNotHeavy(result);
      const hasChanged = prepared.isMutation && hasResult(result);
      return { ...toResponse(result, context, prepared.isMutation), hasChanged, ...common };
    } catch (error) {
      if (error instanceof DocumentError) return refuse(error.errors);
      if (error instanceof ApiError && error.status === 400) return refuse(requestErrors(error));
      throw error;
    }
  };
};
