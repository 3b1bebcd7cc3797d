/** What each verb of the route table takes and answers. A verb that is missing here fails the description, and with it a test. */
import type { ResourceDefinition } from '../engine/defineResource.js';
import type { Route } from '../http/routes.js';
import type { Components, Schema } from './components.js';
import { customerBody, customerToken, signInResult } from './customers.js';
import { graphqlRefusal, graphqlRequest, graphqlResponse } from './graphql.js';
import { oneOf, words } from './names.js';
import { formOf, introspection, tokenResponse } from './oauth.js';
import { draft, page, resource, update } from './resourceTypes.js';
import { searchRequest, searchResponse } from './search.js';

/** A route with what it is about. */
export interface Place {
  readonly route: Route;
  readonly components: Components;
  /** Of the route's type; routes that concern none have none. */
  readonly definition?: ResourceDefinition;
  readonly resourceOf: (typeId: string) => Schema;
}

export interface Described {
  readonly summary: (place: Place) => string;
  readonly body?: (place: Place) => Schema;
  readonly status: number;
  /** Absent: without a body. */
  readonly answer?: (place: Place) => Schema;
  /** `application/json` by default. */
  readonly type?: string;
  /** In place of the error format with 400. */
  readonly refusal?: (place: Place) => Schema;
}

const noun = ({ definition }: Place): string => oneOf(definition!.typeId);
const plural = ({ definition }: Place): string => words(definition!.path);
const shown = ({ components, definition }: Place): Schema => resource(components, definition!);
const drafted = ({ components, definition, route }: Place): Schema =>
  draft(components, definition!, route.creation, route.own);
const updated = ({ components, definition, route }: Place): Schema => update(components, definition!, route.own);
const signedIn = ({ components, resourceOf }: Place): Schema =>
  signInResult(components, resourceOf('customer'), resourceOf('cart'));
const asked = ({ components, route }: Place): Schema => customerBody(components, route.verb, route.own);
const form = ({ route }: Place): Schema => formOf(route.verb);
const text = (): Schema => ({ type: 'string' });

const creating: Described = { summary: place => `Makes ${noun(place)}.`, body: drafted, status: 201, answer: shown };
const updating: Described = { summary: place => `Updates ${noun(place)}.`, body: updated, status: 200, answer: shown };
const removing: Described = { summary: place => `Deletes ${noun(place)}.`, status: 200, answer: shown };
const aboutCustomer = (summary: string): Described => ({
  summary: () => summary,
  body: asked,
  status: 200,
  answer: shown,
});
const makingToken = (summary: string): Described => ({
  ...aboutCustomer(summary),
  answer: ({ components }) => customerToken(components),
});
const token = (summary: string): Described => ({
  summary: () => summary,
  body: form,
  status: 200,
  answer: ({ components }) => tokenResponse(components),
});
const webPage = (summary: string): Described => ({
  summary: () => summary,
  status: 200,
  answer: text,
  type: 'text/html',
});
const graphql = (summary: string): Described => ({
  summary: () => summary,
  body: ({ components }) => graphqlRequest(components),
  status: 200,
  answer: ({ components }) => graphqlResponse(components),
  refusal: ({ components }) => graphqlRefusal(components),
});
const graphiql = (summary: string): Described => ({ ...webPage(summary), type: '*/*' });
const probe = (summary: string): Described => ({
  summary: () => summary,
  status: 200,
  answer: () => ({
    type: 'object',
    properties: { status: { const: 'ok' } },
    required: ['status'],
    additionalProperties: false,
  }),
});

const withSecret = ({ components, definition }: Place): Schema =>
  components.component('ApiClientWithSecret', 'ApiClientWithSecret', () => {
    resource(components, definition!);
    const { properties, required, ...rest } = components.all().ApiClient as {
      properties: object;
      required: readonly string[];
    };
    return {
      ...rest,
      properties: { ...properties, secret: { type: 'string', description: 'Told this once.' } },
      required: [...required, 'secret'],
    };
  });

export const verbs: ReadonlyMap<string, Described> = new Map<string, Described>([
  [
    'query',
    {
      summary: place => `Finds ${plural(place)}.`,
      status: 200,
      answer: ({ components, definition }) => page(components, definition!),
    },
  ],
  ['read', { summary: place => `Shows ${noun(place)}.`, status: 200, answer: shown }],
  [
    'latest',
    {
      summary: place => `Shows the active ${words(place.definition!.typeId)} that was last modified.`,
      status: 200,
      answer: shown,
    },
  ],
  ['create', creating],
  ['createExtension', creating],
  ['createApiClient', { ...creating, answer: withSecret }],
  ['update', updating],
  ['updateExtension', updating],
  ['updateCustomer', updating],
  ['updateProject', updating],
  ['remove', removing],
  ['removeExtension', removing],
  ['removeCustomer', removing],
  ['removeApiClient', removing],
  [
    'signUp',
    {
      summary: () => 'Makes a customer, who takes along what he had as a visitor.',
      body: drafted,
      status: 201,
      answer: signedIn,
    },
  ],
  [
    'signIn',
    { summary: () => 'Tells whose email and password these are.', body: asked, status: 200, answer: signedIn },
  ],
  ['changePassword', aboutCustomer('Changes the password, for who knows the current one.')],
  ['resetPassword', aboutCustomer('Sets a new password, for who has a token.')],
  ['confirmEmail', aboutCustomer('Notes that the email is verified, for who has a token.')],
  ['createPasswordToken', makingToken('Makes a token that a password is reset with.')],
  ['createEmailToken', makingToken('Makes a token that an email is verified with.')],
  ['customerByToken', { summary: () => 'Shows the customer whom a token was made for.', status: 200, answer: shown }],
  ['token', token('Issues an access token to an API client, or anew to who has a refresh token.')],
  ['customerToken', token('Issues an access token to a customer.')],
  ['anonymousToken', token('Issues an access token to a visitor.')],
  [
    'introspect',
    {
      summary: () => 'Tells what an access token is.',
      body: form,
      status: 200,
      answer: ({ components }) => introspection(components),
    },
  ],
  ['revoke', { summary: () => 'Ends a token.', body: form, status: 200 }],
  [
    'searchOrders',
    {
      summary: () => 'Searches orders.',
      body: ({ components }) => searchRequest(components),
      status: 200,
      answer: ({ components }) => searchResponse(components),
    },
  ],
  ['searchExists', { summary: () => 'Tells whether orders can be searched.', status: 200 }],
  ['graphql', graphql('Answers GraphQL.')],
  ['indexerGraphql', graphql('Answers GraphQL about the index of order search.')],
  ['graphiql', graphiql('A page to try GraphQL, and its parts.')],
  ['indexerGraphiql', graphiql('A page to watch the index of order search, and its parts.')],
  ['queuePage', webPage("A page with the project's jobs.")],
  ['queuePart', { ...webPage('A part of that page.'), type: '*/*' }],
  ['queueLeave', webPage('Signs a browser out of the page of jobs.')],
  ['queueEnter', { summary: () => 'Signs a browser in to the page of jobs.', body: form, status: 303 }],
  ['queueBoard', { summary: () => 'What the page of jobs shows.', status: 200, answer: () => ({}) }],
  ['health', probe('Whether the process lives.')],
  ['ready', probe('Whether the service can serve.')],
  [
    'openapi',
    {
      summary: () => 'This description.',
      status: 200,
      answer: () => ({ type: 'object', properties: { openapi: { type: 'string' } }, required: ['openapi'] }),
    },
  ],
  ['openapiPage', graphiql('A page to read this description, and its parts.')],
]);
