/** The queries, by the engine that answers the same over REST. */
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { readCustomerByToken } from '../../resources/customer/commands/readCustomerByToken.js';
import { runQuery } from '../../engine/query/runQuery.js';
import { shownTotal } from '../../engine/query/queryResources.js';
import { parseQuery } from '../../engine/query/parseQuery.js';
import type { Response } from '../../engine/ResourceRequest.js';
import { visibilityConditions } from '../../engine/query/visibilityConditions.js';
import { clientOwner } from '../../engine/visibility.js';
import { ApiError, fail } from '../../errors/ApiError.js';
import {
  type Arguments,
  assertScope,
  type GraphqlContext,
  type JsonObject,
  readSingleArgument,
  toEngineRequest,
} from '../GraphqlContext.js';
import type { Resolver } from './Resolver.js';

export const parseResponseBody = (body: Response['body']): JsonObject =>
  JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as JsonObject;

const assertReadable = (context: GraphqlContext, typeId: string): void => {
  const { scopes, storeField } = context.services.engine.resourceTypes.get(typeId)!.definition;
  assertScope(context, scopes.read, storeField !== undefined);
};

/** Null for what does not exist, and for what the path does not show. */
const found = async ({ budget }: GraphqlContext, reading: Promise<Response>): Promise<JsonObject | null> => {
  try {
    const { body } = await reading;
    budget.take(body.length);
    return parseResponseBody(body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

const one =
  (typeId: string, ...names: readonly string[]): Resolver =>
  (_, args, context) => {
    assertReadable(context, typeId);
    const { field, value } = readSingleArgument(typeId, names, args);
    return context.loaders.find(typeId, field, value);
  };

/** CUST082 */
const customer: Resolver = (_, args, context) => {
  assertReadable(context, 'customer');
  const { field, value } = readSingleArgument('customer', ['id', 'key', 'emailToken', 'passwordToken'], args);
  const { projectKey, storeKey, client, loaders } = context;
  if (field !== 'emailToken' && field !== 'passwordToken') return loaders.find('customer', field, value);
  return loaders.once(`${field} ${value}`, () =>
    found(context, readCustomerByToken(context.services, { projectKey, storeKey, client }, field, value)),
  );
};

const selects = (
  { selections }: SelectionSetNode,
  name: string,
  { fragments }: Pick<GraphQLResolveInfo, 'fragments'>,
): boolean =>
  selections.some(node => {
    if (node.kind === Kind.FIELD) return node.name.value === name;
    return selects(
      node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value]!.selectionSet : node.selectionSet,
      name,
      { fragments },
    );
  });

/** Counting may cost a look at everything that matches: only for those who ask. */
const asksForTotal = (info: GraphQLResolveInfo): boolean =>
  info.fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && selects(selectionSet, 'total', info));

const parametersOf = ({ where, sort, limit, offset }: Arguments): URLSearchParams => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ where, limit, offset }))
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  for (const key of (sort as readonly string[] | null | undefined) ?? []) parameters.append('sort', key);
  return parameters;
};

/** Throws what a query throws that ran too long (ERR032). */
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

const page =
  (typeId: string): Resolver =>
  async (_, args, context, info) => {
    assertReadable(context, typeId);
    const { engine } = context.services;
    const request = toEngineRequest(context, typeId, { query: parametersOf(args) });
    const query = { ...parseQuery(request.query, visibilityConditions(request)), withTotal: asksForTotal(info) };
    const answered = await context.inTurn(async () => {
      const page = await runQuery({ ...engine, queryTimeoutMs: timeLeft(context) }, request, query);
      context.budget.take(page.bodies.reduce((bytes, body) => bytes + body.length, 0));
      return page;
    });
    return {
      offset: query.offset,
      count: answered.bodies.length,
      total: shownTotal(query, answered),
      results: answered.bodies.map(parseResponseBody),
    };
  };

/** CUST084, CUST085 */
const me: Resolver = async (_, __, context) => {
  assertScope(context, ['manage_my_profile']);
  const { field, value } = clientOwner(context.client);
  return { customer: field === 'customerId' ? await context.loaders.find('customer', 'id', value) : null };
};

export const queryResolvers: Readonly<Record<string, Resolver>> = {
  customer,
  customers: page('customer'),
  me,
  order: one('order', 'id', 'orderNumber'),
  orders: page('order'),
  cart: one('cart', 'id', 'key'),
  carts: page('cart'),
  state: one('state', 'id', 'key'),
  states: page('state'),
};
