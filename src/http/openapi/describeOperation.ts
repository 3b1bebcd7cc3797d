import type { Route } from '../routing/Route.js';
import { graphqlResponseType } from '../../graphql/graphqlResponseType.js';
import type { Schema } from './Components.js';
import { errorRef } from './errorResponses.js';
import { graphqlErrorsSchema } from './graphqlSchemas.js';
import { operationIdOf } from './naming.js';
import { pascalCase } from '../../engine/schema/words.js';
import { describeParameters } from './describeParameters.js';
import { describeSecurity } from './describeSecurity.js';
import { type VerbDescription, type RouteContext, verbDescriptions } from './verbDescriptions.js';

const json = 'application/json';

const content = (type: string, schema: Schema): Schema => ({ [type]: { schema } });

/** The verbs whose rate is limited, against guessed passwords and too many tokens. */
const throttledVerbs: ReadonlySet<string> = new Set([
  'token',
  'customerToken',
  'anonymousToken',
  'signIn',
  'changePassword',
]);

const isWrite = ({ method, service, typeId, verb }: Route): boolean =>
  service === 'api' &&
  method !== 'GET' &&
  method !== 'HEAD' &&
  typeId !== undefined &&
  !['searchOrders', 'searchProducts', 'searchProjections', 'searchCustomers', 'matchingProductDiscount'].includes(verb);

/** The searches that answer SearchNotReady where there is no index. */
const mayBeNotReady = ({ typeId, verb }: Route): boolean =>
  typeId === 'customer' && ['searchCustomers', 'searchExists', 'searchIndexingStatus'].includes(verb);

const isGraphqlGet = ({ forwards, body }: Route): boolean => forwards === 'graphql' && body === 'none';

/** Lists the statuses of the errors that a route may respond with. */
const errorStatusesOf = (route: Route): number[] => [
  400,
  ...(route.scopes !== undefined ? [401, 403] : []),
  ...(route.service === 'auth' ? [401] : []),
  // The host name of the other service has no such path.
  ...(route.service !== 'probe' || route.path.includes('/{') ? [404] : []),
  ...(isGraphqlGet(route) ? [405] : []),
  ...(isWrite(route) || mayBeNotReady(route) ? [409] : []),
  ...(route.body === 'none' ? [] : [413, 415]),
  ...(throttledVerbs.has(route.verb) ? [429] : []),
  431,
  500,
  ...(route.scopes === undefined ? [] : [502]),
  503,
  ...(route.scopes === undefined ? [] : [504]),
];

/** The answer of a route, or that of the route which its query parameter stands for. */
const answerOf = ({ answer }: VerbDescription, place: RouteContext): Schema | undefined => {
  const { byParameter } = place.route;
  const other = byParameter && verbDescriptions.get(byParameter.route.verb)?.answer?.({ ...place, ...byParameter });
  const own = answer?.(place);
  return other === undefined || own === undefined ? own : { anyOf: [own, other] };
};

const successResponse = (described: VerbDescription, place: RouteContext): Schema => {
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

const describeResponses = (described: VerbDescription, place: RouteContext): Schema => {
  const { refusal } = described;
  const refused = errorStatusesOf(place.route).map(status => [String(status), errorRef(status)] as const);
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
  return service === 'probe' ? 'Service' : verb.toLowerCase().includes('graph') ? 'GraphQL' : 'Jobs';
};

const describeBody = ({ body }: VerbDescription, place: RouteContext): Schema => {
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

/** Describes a route as an operation. */
export const describeOperation = (place: RouteContext): Schema => {
  const { route, definition } = place;
  const described = verbDescriptions.get(route.verb);
  if (described === undefined) throw new Error(`the verb ${route.verb} of ${route.path} is not described`);
  const parameters = describeParameters(route, definition);
  return {
    operationId: operationIdOf(route.method, route.path),
    tags: [tagOf(route)],
    summary: described.summary(place),
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(described, place),
    responses: describeResponses(described, place),
    security: describeSecurity(route),
  };
};
