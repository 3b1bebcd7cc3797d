/** One route as an operation. */
import type { Route } from '../http/routing/routes.js';
import type { Schema } from './Components.js';
import { errorRef } from './errorResponses.js';
import { operationIdOf, pascalCase } from './naming.js';
import { describeParameters } from './describeParameters.js';
import { describeSecurity } from './describeSecurity.js';
import { type VerbDescription, type RouteContext, verbDescriptions } from './verbDescriptions.js';

const json = 'application/json';

const content = (type: string, schema: Schema): Schema => ({ [type]: { schema } });

/** Whoever guesses passwords, or asks for many tokens, is slowed down. */
const throttled: ReadonlySet<string> = new Set([
  'token',
  'customerToken',
  'anonymousToken',
  'signIn',
  'changePassword',
]);

const writes = ({ method, service, typeId, verb }: Route): boolean =>
  service === 'api' && method !== 'GET' && method !== 'HEAD' && typeId !== undefined && verb !== 'searchOrders';

/** With which errors a route may answer; the error table says what they hold. */
const refusalsOf = (route: Route): number[] => [
  400,
  ...(route.scopes !== undefined ? [401, 403] : route.service === 'auth' ? [401] : []),
  // Under a host name of the other service, there is nothing.
  ...(route.service !== 'probe' || route.verb === 'openapiPage' ? [404] : []),
  ...(writes(route) ? [409] : []),
  ...(route.body === 'none' ? [] : [413]),
  ...(throttled.has(route.verb) ? [429] : []),
  431,
  500,
  ...(route.scopes === undefined ? [] : [502]),
  503,
  ...(route.scopes === undefined ? [] : [504]),
];

const success = (described: VerbDescription, place: RouteContext): Schema => ({
  description:
    described.status === 201
      ? 'It was made.'
      : described.status === 303
        ? 'It was done; the page is elsewhere.'
        : 'It was done.',
  ...(described.answer !== undefined && { content: content(described.type ?? json, described.answer(place)) }),
});

const responsesOf = (described: VerbDescription, place: RouteContext): Schema => {
  const { refusal } = described;
  const refused = refusalsOf(place.route).map(status => [String(status), errorRef(status)] as const);
  return {
    [described.status]: success(described, place),
    ...Object.fromEntries(refused),
    ...(refusal !== undefined && {
      400: {
        description: 'Nothing ran.',
        content: content(json, { anyOf: [refusal(place), { $ref: '#/components/schemas/Error400' }] }),
      },
    }),
  };
};

/** What a reader looks for: the resource type, or else the service. */
export const tagOf = ({ typeId, service, verb }: Route): string => {
  if (typeId !== undefined) return pascalCase(typeId);
  if (service === 'auth') return 'OAuth';
  return service === 'probe' ? 'Service' : verb.toLowerCase().includes('graph') ? 'GraphQL' : 'Jobs';
};

const bodyOf = ({ body }: VerbDescription, place: RouteContext): Schema => {
  if (body === undefined) return {};
  const type = place.route.body === 'form' ? 'application/x-www-form-urlencoded' : json;
  return { requestBody: { required: true, content: content(type, body(place)) } };
};

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
    ...bodyOf(described, place),
    responses: responsesOf(described, place),
    security: describeSecurity(route),
  };
};
