/** Resolvers of the queries that every resource type has, which use the functions of the REST paths. */
import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { readScopes } from '../../engine/visibility.js';
import { parseQueryParameters } from '../../engine/query/parseQueryParameters.js';
import { readParameters } from '../../engine/queryParameters.js';
import { queryLatest } from '../../engine/query/queryLatest.js';
import { readResource } from '../../engine/query/queryResources.js';
import { shownTotal } from '../../engine/query/renderPage.js';
import type { Predicate } from '../../engine/query/predicate/Predicate.js';
import { runQuery } from '../../engine/query/runQuery.js';
import { visibilityConditions } from '../../engine/query/visibilityConditions.js';
import type { Locator, ResourceRequest, Response } from '../../engine/ResourceRequest.js';
import { ApiError, required } from '../../base/errors/ApiError.js';
import { nextTurn, turnForLongWork, WorkTime } from '../../base/shedding/WorkTime.js';
import { valuesOf } from '../countLists.js';
import { type Arguments, type GraphqlContext, readSingleArgument } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';
import { parseStoredBody } from '../ResourceLoaders.js';
import { assertPathScope, pathOf, pathsOf, type ResourcePath, toPathRequest } from '../ResourcePath.js';
import type { Resolver } from './Resolver.js';

export const parseResponseBody = (body: Response['body']): JsonObject =>
  JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as JsonObject;

/** Resolves to null for a resource that does not exist or is not visible on the path. */
export const nullIfMissing = async (
  { budget }: GraphqlContext,
  reading: Promise<Response>,
): Promise<JsonObject | null> => {
  try {
    const { body } = await reading;
    budget.take(body.length);
    return parseResponseBody(body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

const assertReadable = (context: GraphqlContext, definition: ResourceDefinition, path: ResourcePath): void => {
  assertPathScope(
    context,
    definition,
    path,
    path.own === true ? (definition.own?.scopes ?? []) : readScopes(definition),
  );
};

/** Reads the resource at a path; null for one that does not exist or is not visible there. */
const readAt = (
  context: GraphqlContext,
  definition: ResourceDefinition,
  path: ResourcePath,
  locator: Locator,
): Promise<JsonObject | null> =>
  nullIfMissing(context, readResource(context.services.engine, toPathRequest(context, definition, path, { locator })));

const isWholeProject = ({ storeKey, own }: ResourcePath, context: GraphqlContext): boolean =>
  own !== true && storeKey === context.storeKey;

/** Resolves, for several stores, to the first value; a missing resource is an error for lists only. */
export const inFirstStore =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const paths = pathsOf(source, context);
    return paths.length === 1
      ? resolve(source, args, context, info)
      : firstValue(paths, async path => resolve({ path }, args, context, info));
  };

const firstValue = async (
  paths: readonly ResourcePath[],
  resolve: (path: ResourcePath) => Promise<unknown>,
): Promise<unknown> => {
  let missing: ApiError | undefined;
  for (const path of paths)
    try {
      const found = await resolve(path);
      if (found !== null && found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      missing = error;
    }
  if (missing !== undefined) throw missing;
  return null;
};

/** Finds a resource by one of the arguments. */
export const oneResolver = (definition: ResourceDefinition, name: string, fields: readonly string[]): Resolver =>
  inFirstStore((source, args, context) => {
    const path = { ...pathOf(source, context), ...(typeof args.storeKey === 'string' && { storeKey: args.storeKey }) };
    assertReadable(context, definition, path);
    const locator = readSingleArgument(name, fields, args);
    // References to the same resource share its loading.
    if (isWholeProject(path, context) && definition.otherAddresses?.lookup?.fields.includes(locator.field) !== true)
      return context.loaders.read(definition.typeId, locator.field, locator.value);
    return readAt(context, definition, path, locator);
  });

export const projectResolver =
  (definition: ResourceDefinition): Resolver =>
  (source, _, context) => {
    const path = pathOf(source, context);
    assertReadable(context, definition, path);
    return readAt(context, definition, path, { field: 'id', value: context.projectKey });
  };

/** Finds the owner's last modified resource, such as the active cart; `argument` names the owner outside `me`. */
export const latestResolver =
  (definition: ResourceDefinition, argument?: string): Resolver =>
  async (source, args, context) => {
    const paths = pathsOf(source, context);
    for (const path of paths) assertReadable(context, definition, path);
    const locator: Locator | undefined =
      argument === undefined ? undefined : { field: argument, value: args[argument] as string };
    const found = await Promise.all(
      paths.map(path =>
        nullIfMissing(
          context,
          queryLatest(context.services.engine, toPathRequest(context, definition, path, { locator })),
        ),
      ),
    );
    const time = (each: JsonObject | null): string => (each?.lastModifiedAt ?? '') as string;
    return found.reduce((latest, each) => (time(each) > time(latest) ? each : latest));
  };

/** Tells whether a field among those that some nodes select, with fragments, passes a test. */
export const selectsField = (
  nodes: readonly { readonly selectionSet?: SelectionSetNode }[],
  { fragments }: Pick<GraphQLResolveInfo, 'fragments'>,
  test: (field: FieldNode) => boolean,
): boolean =>
  nodes
    .flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
    .some(node => {
      if (node.kind === Kind.FIELD) return test(node);
      const selecting =
        node.kind === Kind.INLINE_FRAGMENT ? node : required(fragments[node.name.value], 'the fragment');
      return selectsField([selecting], { fragments }, test);
    });

const selects = (info: GraphQLResolveInfo, name: string): boolean =>
  selectsField(info.fieldNodes, info, field => field.name.value === name);

/** Converts arguments to query parameters. `where` may have several predicates, which all apply. */
const toParameters = ({ where, sort, limit, offset }: Arguments): URLSearchParams => {
  const parameters = new URLSearchParams();
  for (const predicate of [where ?? []].flat()) parameters.append('where', predicate as string);
  const given = { limit, offset } as Readonly<Record<string, number | null | undefined>>;
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  for (const key of (sort as readonly string[] | null | undefined) ?? []) parameters.append('sort', key);
  return readParameters(parameters);
};

/** A number of values whose collection takes some milliseconds. */
const turnValues = 10_000;

/**
 * Parses the bodies of a page. A long resource, and each part of a page with very many values, gets its own turn of the
 * event loop without other long work, in which its fields are also selected. `valuesEach` is the number of values of a
 * resource.
 */
const parseBodies = async (
  { projectKey, values }: GraphqlContext,
  bodies: readonly Buffer[],
  valuesEach: number,
): Promise<(JsonObject | Promise<JsonObject>)[]> => {
  const time = new WorkTime(projectKey);
  const perTurn = Math.max(1, Math.floor(turnValues / valuesEach));
  const beginTurn = () => nextTurn(projectKey).then(() => values.beginTurn());
  const results: (JsonObject | Promise<JsonObject>)[] = [];
  let turn: Promise<void> | undefined;
  for (const [at, body] of bodies.entries()) {
    const parse = () =>
      turnForLongWork(projectKey, body.length)?.then(() => parseStoredBody(body)) ?? parseStoredBody(body);
    if (at > 0 && at % perTurn === 0) turn = turn === undefined ? beginTurn() : turn.then(beginTurn);
    const pause = turn === undefined ? time.pause() : undefined;
    if (pause !== undefined) await pause;
    const result = turn === undefined ? parse() : turn.then(parse);
    // A refused response does not wait for its resources.
    if (result instanceof Promise) result.catch(() => undefined);
    results.push(result);
  }
  return results;
};

/** Requires all conditions of at least one of the lists. */
export const anyOf = (lists: readonly (readonly Predicate[])[]): readonly Predicate[] => {
  const [only = [], ...others] = lists;
  return others.length === 0 ? only : [{ kind: 'or', parts: lists.map(parts => ({ kind: 'and', parts })) }];
};

/** Counts the resources that a predicate matches. */
export const countResources = (
  definition: ResourceDefinition,
  where: string,
  context: GraphqlContext,
): Promise<number> => {
  const request = toPathRequest(context, definition, {}, { query: toParameters({ where, limit: 1 }) });
  const query = parseQueryParameters(request.query, [], request.resourceType.fieldShape());
  return context.runInSequence(async () => {
    const page = await runQuery(context.services.engine, request, { ...query, withTotal: true }, context.deadline);
    return shownTotal(query, page) ?? 0;
  });
};

type ConditionsOf = (source: unknown, context: GraphqlContext) => Promise<readonly Predicate[]>;

const answerPage = async (
  request: ResourceRequest,
  conditions: readonly Predicate[],
  context: GraphqlContext,
  info: GraphQLResolveInfo,
) => {
  const query = {
    ...parseQueryParameters(request.query, conditions, request.resourceType.fieldShape(request.own)),
    withTotal: selects(info, 'total') || selects(info, 'exists'),
  };
  const answered = await context.runInSequence(async () => {
    const page = await runQuery(context.services.engine, request, query, context.deadline);
    context.budget.take(page.bodies.reduce((bytes, body) => bytes + body.length, 0));
    return page;
  });
  const total = shownTotal(query, answered);
  return {
    offset: query.offset,
    count: answered.bodies.length,
    total,
    exists: (total ?? 0) > 0,
    results: await parseBodies(context, answered.bodies, valuesOf(info)),
  };
};

/** Answers a page. `total` is counted only where it is selected, since counting may scan all matching resources. */
export const pageResolver =
  (definition: ResourceDefinition): Resolver =>
  async (source, args, context, info) => {
    const paths = pathsOf(source, context);
    for (const path of paths) assertReadable(context, definition, path);
    const field = definition.otherAddresses?.pair?.[0];
    const locator = field === undefined ? undefined : { field, value: args[field] as string };
    const requests = paths.map(path =>
      toPathRequest(context, definition, path, { locator, query: toParameters(args) }),
    );
    return answerPage(requests[0]!, anyOf(requests.map(visibilityConditions)), context, info);
  };

/** Answers a page of a resource type without its own queries; `conditionsOf` also checks the scopes. */
export const conditionedPageResolver =
  (definition: ResourceDefinition, conditionsOf: ConditionsOf): Resolver =>
  async (source, args, context, info) => {
    const conditions = await conditionsOf(source, context);
    const request = toPathRequest(context, definition, {}, { query: toParameters(args) });
    return answerPage(request, conditions, context, info);
  };
