/** What each verb of the route table takes and answers. A verb that is missing here fails the description, and with it a test. */
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import type { Route } from '../http/routing/routes.js';
import type { Components, Schema } from './Components.js';
import { customerBodySchema, customerTokenSchema, signInResultSchema } from './customerSchemas.js';
import { graphqlErrorSchema, graphqlRequestSchema, graphqlResponseSchema } from './graphqlSchemas.js';
import { withArticle, spacedWords } from './naming.js';
import { oauthFormSchema, introspectionSchema, tokenResponseSchema } from './oauthSchemas.js';
import { draftSchema, pagedQuerySchema, resourceSchema, updateSchema } from './resourceSchemas.js';
import { searchRequestSchema, searchResponseSchema } from './searchSchemas.js';

/** A route with what it is about. */
export interface RouteContext {
  readonly route: Route;
  readonly components: Components;
  /** Of the route's type; routes that concern none have none. */
  readonly definition?: ResourceDefinition;
  readonly resourceOf: (typeId: string) => Schema;
}

export interface VerbDescription {
  readonly summary: (place: RouteContext) => string;
  readonly body?: (place: RouteContext) => Schema;
  readonly status: number;
  /** Absent: without a body. */
  readonly answer?: (place: RouteContext) => Schema;
  /** `application/json` by default. */
  readonly type?: string;
  /** In place of the error format with 400. */
  readonly refusal?: (place: RouteContext) => Schema;
}

const noun = ({ definition }: RouteContext): string => withArticle(definition!.typeId);
const plural = ({ definition }: RouteContext): string => spacedWords(definition!.path);
const shown = ({ components, definition }: RouteContext): Schema => resourceSchema(components, definition!);
const drafted = ({ components, definition, route }: RouteContext): Schema =>
  draftSchema(components, definition!, route.creation, route.own);
const updated = ({ components, definition, route }: RouteContext): Schema =>
  updateSchema(components, definition!, route.own);
const signedIn = ({ components, resourceOf }: RouteContext): Schema =>
  signInResultSchema(components, resourceOf('customer'), resourceOf('cart'));
const asked = ({ components, route }: RouteContext): Schema => customerBodySchema(components, route.verb, route.own);
const form = ({ route }: RouteContext): Schema => oauthFormSchema(route.verb);
const text = (): Schema => ({ type: 'string' });

const creating: VerbDescription = {
  summary: place => `Makes ${noun(place)}.`,
  body: drafted,
  status: 201,
  answer: shown,
};
const updating: VerbDescription = {
  summary: place => `Updates ${noun(place)}.`,
  body: updated,
  status: 200,
  answer: shown,
};
const removing: VerbDescription = { summary: place => `Deletes ${noun(place)}.`, status: 200, answer: shown };
const aboutCustomer = (summary: string): VerbDescription => ({
  summary: () => summary,
  body: asked,
  status: 200,
  answer: shown,
});
const makingToken = (summary: string): VerbDescription => ({
  ...aboutCustomer(summary),
  answer: ({ components }) => customerTokenSchema(components),
});
const token = (summary: string): VerbDescription => ({
  summary: () => summary,
  body: form,
  status: 200,
  answer: ({ components }) => tokenResponseSchema(components),
});
const webPage = (summary: string): VerbDescription => ({
  summary: () => summary,
  status: 200,
  answer: text,
  type: 'text/html',
});
const graphql = (summary: string): VerbDescription => ({
  summary: () => summary,
  body: ({ components }) => graphqlRequestSchema(components),
  status: 200,
  answer: ({ components }) => graphqlResponseSchema(components),
  refusal: ({ components }) => graphqlErrorSchema(components),
});
const graphiql = (summary: string): VerbDescription => ({ ...webPage(summary), type: '*/*' });
const probe = (summary: string): VerbDescription => ({
  summary: () => summary,
  status: 200,
  answer: () => ({
    type: 'object',
    properties: { status: { const: 'ok' } },
    required: ['status'],
    additionalProperties: false,
  }),
});

const withSecret = ({ components, definition }: RouteContext): Schema =>
  components.component('ApiClientWithSecret', 'ApiClientWithSecret', () => {
    resourceSchema(components, definition!);
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

export const verbDescriptions: ReadonlyMap<string, VerbDescription> = new Map<string, VerbDescription>([
  [
    'query',
    {
      summary: place => `Finds ${plural(place)}.`,
      status: 200,
      answer: ({ components, definition }) => pagedQuerySchema(components, definition!),
    },
  ],
  ['read', { summary: place => `Shows ${noun(place)}.`, status: 200, answer: shown }],
  [
    'latest',
    {
      summary: place => `Shows the active ${spacedWords(place.definition!.typeId)} that was last modified.`,
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
      answer: ({ components }) => introspectionSchema(components),
    },
  ],
  ['revoke', { summary: () => 'Ends a token.', body: form, status: 200 }],
  [
    'searchOrders',
    {
      summary: () => 'Searches orders.',
      body: ({ components }) => searchRequestSchema(components),
      status: 200,
      answer: ({ components }) => searchResponseSchema(components),
    },
  ],
  ['searchExists', { summary: () => 'Tells whether orders can be searched.', status: 200 }],
  ['graphql', graphql('Answers GraphQL.')],
  ['indexerGraphql', graphql('Answers GraphQL about the index of order search.')],
  ['graphiql', graphiql('A page to try GraphQL, and its parts.')],
  ['indexerGraphiql', graphiql('A page to watch the index of order search, and its parts.')],
  ['jobBoardPage', webPage("A page with the project's jobs.")],
  ['jobBoardFile', { ...webPage('A part of that page.'), type: '*/*' }],
  ['jobBoardSignOut', webPage('Signs a browser out of the page of jobs.')],
  ['jobBoardSignIn', { summary: () => 'Signs a browser in to the page of jobs.', body: form, status: 303 }],
  ['jobBoardData', { summary: () => 'What the page of jobs shows.', status: 200, answer: () => ({}) }],
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
