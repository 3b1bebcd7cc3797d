import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import type { Schema } from '../../operations/schemas/Components.js';
import { inQuery, text } from '../../operations/schemas/parameterDescriptions.js';
import type { OperationDescription, OperationContext } from '../../operations/schemas/OperationDescription.js';
import type { Route } from '../routing/Route.js';
import { graphqlResponseType } from '../../graphql/readRequest.js';
import { errorRef } from './errorResponses.js';
import { graphqlErrorsSchema } from '../../operations/schemas/graphqlSchemas.js';
import { operationIdOf } from './naming.js';
import { pascalCase } from '../../engine/schema/words.js';
import { describeSecurity } from './describeSecurity.js';

const pathDescriptions: Readonly<Record<string, string>> = {
  projectKey: 'The key of the project.',
  storeKey: 'The key of the store.',
  queue: 'The name of the job queue.',
  tag: 'A tag of the operations, such as `Order`.',
  path: 'The rest of the path, including slashes.',
};

const pathParameters = (path: string): Schema[] =>
  [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(pathDescriptions[name] !== undefined && { description: pathDescriptions[name] }),
    schema: text,
  }));

const describeParameters = (
  route: Route,
  { parameters }: OperationDescription,
  definition: ResourceDefinition | undefined,
): Schema[] => {
  const { path, body, byParameter, queryParameters = {} } = route;
  // The parameters of a form are in its body.
  if (body === 'form') return pathParameters(path);
  return [
    ...pathParameters(path),
    ...(byParameter === undefined
      ? []
      : [inQuery(byParameter.name, text, `Answers as \`${byParameter.route.path}\` does.`)]),
    ...(parameters?.({ route, definition }) ?? []),
    ...Object.entries(queryParameters).map(([name, description]) => inQuery(name, text, description)),
  ];
};

/** A route, and the declarations that its description refers to. */
interface RouteContext extends OperationContext {
  readonly route: Route;
}

const json = 'application/json';

const content = (type: string, schema: Schema): Schema => ({ [type]: { schema } });

/** The description of a verb, wherever it runs; undefined for requests of the console and missing ones. */
const describedVerb = ({ summary, status, ...more }: Route['verb']): OperationDescription | undefined =>
  summary === undefined || status === undefined ? undefined : { ...more, summary, status };

/** Tells whether the resource of a route may have another version than the request says. */
const isWrite = ({ method, service, typeId, verb }: Route): boolean =>
  service === 'api' && method !== 'GET' && method !== 'HEAD' && typeId !== undefined && verb.kind !== 'read';

/** Lists the statuses of the errors that a route may respond with. */
const errorStatusesOf = (route: Route, { errors }: OperationDescription): number[] => [
  400,
  ...(route.scopes !== undefined ? [401, 403] : []),
  ...(route.service === 'auth' ? [401] : []),
  // The host name of the other service has no such path.
  ...(route.service !== 'probe' || route.path.includes('/{') ? [404] : []),
  ...(isWrite(route) ? [409] : []),
  ...(route.body === 'none' ? [] : [413, 415]),
  ...(errors?.(route) ?? []),
  431,
  500,
  ...(route.scopes === undefined ? [] : [502]),
  503,
  ...(route.scopes === undefined ? [] : [504]),
];

/** The answer of a route, or that of the route which its query parameter stands for. */
const answerOf = ({ answer }: OperationDescription, place: RouteContext): Schema | undefined => {
  const { byParameter } = place.route;
  const other = byParameter && describedVerb(byParameter.route.verb)?.answer?.({ ...place, ...byParameter });
  const own = answer?.(place);
  return other === undefined || own === undefined ? own : { anyOf: [own, other] };
};

const successResponse = (described: OperationDescription, place: RouteContext): Schema => {
  const answer = answerOf(described, place);
  return {
    description: described.status === 201 ? 'Created.' : 'Done.',
    ...(answer !== undefined && {
      content: {
        ...content(described.type ?? json, answer),
        ...(place.route.forwards === 'graphql' && content(graphqlResponseType, answer)),
      },
    }),
  };
};

const describeResponses = (described: OperationDescription, place: RouteContext): Schema => {
  const { refusal } = described;
  const refused = errorStatusesOf(place.route, described).map(status => [String(status), errorRef(status)] as const);
  return {
    [described.status]: successResponse(described, place),
    ...(described.otherStatus !== undefined && {
      [described.otherStatus]: successResponse({ ...described, status: described.otherStatus }, place),
    }),
    ...Object.fromEntries(refused),
    ...(refusal !== undefined && {
      400: {
        description: 'Nothing was executed.',
        content: {
          ...content(json, { anyOf: [refusal(place), { $ref: '#/components/schemas/Error400' }] }),
          ...content(graphqlResponseType, graphqlErrorsSchema(place.components)),
        },
      },
    }),
  };
};

/** Groups operations by resource type, or else by service. */
export const tagOf = ({ typeId, service, verb }: Route): string => {
  if (typeId !== undefined) return pascalCase(typeId);
  if (service === 'auth') return 'OAuth';
  return service === 'probe' ? 'Service' : verb.name.toLowerCase().includes('graph') ? 'GraphQL' : 'Jobs';
};

const describeBody = ({ body }: OperationDescription, place: RouteContext): Schema => {
  if (body === undefined || place.route.body === 'none') return {};
  const type = place.route.body === 'form' ? 'application/x-www-form-urlencoded' : json;
  const document = { description: 'A GraphQL document, or JSON as of `application/json`.', type: 'string' };
  return {
    requestBody: {
      required: true,
      content: {
        ...content(type, body(place)),
        ...(place.route.body === 'graphql' && content('application/graphql', document)),
      },
    },
  };
};

export const describeOperation = (place: RouteContext): Schema => {
  const { route, definition } = place;
  const described = describedVerb(route.verb);
  if (described === undefined) throw new Error(`the verb ${route.verb.name} of ${route.path} is not described`);
  const parameters = describeParameters(route, described, definition);
  return {
    operationId: operationIdOf(route.method, route.path),
    tags: [tagOf(route)],
    summary: typeof described.summary === 'string' ? described.summary : described.summary(place),
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(described, place),
    responses: describeResponses(described, place),
    security: describeSecurity(route),
  };
};
