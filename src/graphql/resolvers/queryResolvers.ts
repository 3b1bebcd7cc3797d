/** Resolvers of the queries, which use the functions of the REST paths. */
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { readCustomerByToken } from '../../resources/customer/commands/readCustomerByToken.js';
import { runQuery } from '../../engine/query/runQuery.js';
import { shownTotal } from '../../engine/query/renderPage.js';
import { parseQueryParameters } from '../../engine/query/parseQueryParameters.js';
import type { Response } from '../../engine/ResourceRequest.js';
import { visibilityConditions } from '../../engine/query/visibilityConditions.js';
import { clientOwner } from '../../engine/visibility.js';
import { required } from '../../errors/required.js';
import { ApiError, fail } from '../../errors/ApiError.js';
import {
  type Arguments,
  assertScope,
  type GraphqlContext,
  readSingleArgument,
  toEngineRequest,
} from '../GraphqlContext.js';
import type { Resolver } from './Resolver.js';
import type { JsonObject } from '../JsonObject.js';
import { parseStoredBody } from '../parseStoredBody.js';

export const parseResponseBody = (body: Response['body']): JsonObject =>
  JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as JsonObject;

const assertReadable = (context: GraphqlContext, typeId: string): void => {
  const { scopes, storeField } = required(
    context.services.engine.resourceTypes.get(typeId),
    `the resource type ${typeId}`,
  ).definition;
  assertScope(context, scopes.read, storeField !== undefined);
};

/** Resolves to null for a resource that does not exist or is not visible on the path. */
const nullIfMissing = async ({ budget }: GraphqlContext, reading: Promise<Response>): Promise<JsonObject | null> => {
  try {
    const { body } = await reading;
    budget.take(body.length);
    return parseResponseBody(body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

const resourceResolver =
  (typeId: string, ...names: readonly string[]): Resolver =>
  (_, args, context) => {
    assertReadable(context, typeId);
    const { field, value } = readSingleArgument(typeId, names, args);
    return context.loaders.find(typeId, field, value);
  };

/** Finds a customer by one of four arguments (CUST082). */
const customer: Resolver = (_, args, context) => {
  assertReadable(context, 'customer');
  const { field, value } = readSingleArgument('customer', ['id', 'key', 'emailToken', 'passwordToken'], args);
  const { projectKey, storeKey, client, loaders } = context;
  if (field !== 'emailToken' && field !== 'passwordToken') return loaders.find('customer', field, value);
  return loaders.findOnce(`${field} ${value}`, () =>
    nullIfMissing(context, readCustomerByToken(context.services, { projectKey, storeKey, client }, field, value)),
  );
};

const selectsField = (
  { selections }: SelectionSetNode,
  name: string,
  { fragments }: Pick<GraphQLResolveInfo, 'fragments'>,
): boolean =>
  selections.some(node => {
    if (node.kind === Kind.FIELD) return node.name.value === name;
    return selectsField(
      node.kind === Kind.FRAGMENT_SPREAD
        ? required(fragments[node.name.value], `the fragment ${node.name.value}`).selectionSet
        : node.selectionSet,
      name,
      { fragments },
    );
  });

/** Tells whether the query selects `total`, since counting may scan all matching resources. */
const asksForTotal = (info: GraphQLResolveInfo): boolean =>
  info.fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && selectsField(selectionSet, 'total', info));

const toParameters = ({ where, sort, limit, offset }: Arguments): URLSearchParams => {
  const parameters = new URLSearchParams();
  const given = { where, limit, offset } as Readonly<Record<string, string | number | null | undefined>>;
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  for (const key of (sort as readonly string[] | null | undefined) ?? []) parameters.append('sort', key);
  return parameters;
};

/** Returns the time left for queries; throws the error of a query that ran too long (ERR032). */
const timeLeft = ({
  services: {
    engine: { queryTimeoutMs },
  },
  startMs,
}: GraphqlContext): number => {
  const left = Math.ceil(startMs + queryTimeoutMs - performance.now());
  if (left <= 0) throw fail('QueryTimedOut', { timeoutMs: queryTimeoutMs });
  return left;
};

const pageResolver =
  (typeId: string): Resolver =>
  async (_, args, context, info) => {
    assertReadable(context, typeId);
    const { engine } = context.services;
    const request = toEngineRequest(context, typeId, { query: toParameters(args) });
    const query = {
      ...parseQueryParameters(request.query, visibilityConditions(request), request.resourceType.fieldShape()),
      withTotal: asksForTotal(info),
    };
    const answered = await context.runInSequence(async () => {
      const page = await runQuery({ ...engine, queryTimeoutMs: timeLeft(context) }, request, query);
      context.budget.take(page.bodies.reduce((bytes, body) => bytes + body.length, 0));
      return page;
    });
    return {
      offset: query.offset,
      count: answered.bodies.length,
      total: shownTotal(query, answered),
      results: answered.bodies.map(parseStoredBody),
    };
  };

/** The customer of the token; null for an anonymous session (CUST084, CUST085). */
const me: Resolver = async (_, __, context) => {
  assertScope(context, ['manage_my_profile']);
  const { field, value } = clientOwner(context.client);
  return { customer: field === 'customerId' ? await context.loaders.find('customer', 'id', value) : null };
};

export const queryResolvers: Readonly<Record<string, Resolver>> = {
  customer,
  customers: pageResolver('customer'),
  me,
  order: resourceResolver('order', 'id', 'orderNumber'),
  orders: pageResolver('order'),
  cart: resourceResolver('cart', 'id', 'key'),
  carts: pageResolver('cart'),
  state: resourceResolver('state', 'id', 'key'),
  states: pageResolver('state'),
};
