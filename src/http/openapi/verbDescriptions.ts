import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { required } from '../../base/errors/ApiError.js';
import { refusalReasons } from '../../base/redis/redisErrors.js';
import { ProductDiscountMatchQuery } from '../../commerce/resources/productDiscount/matching.js';
import { spacedWords, withArticle } from '../../engine/schema/words.js';
import type { Route } from '../routing/Route.js';
import { closedObject, type Components, type Schema } from './Components.js';
import { customerBodySchema, customerTokenSchema, signInResultSchema } from './customerSchemas.js';
import { graphqlErrorSchema, graphqlRequestSchema, graphqlResponseSchema } from './graphqlSchemas.js';
import { historySchema } from './historySchema.js';
import { jobQueuesSchema, jobRunsSchema } from './jobSchemas.js';
import { orderFiguresSchema } from './orderFiguresSchema.js';
import { introspectionSchema, oauthFormSchema, tokenResponseSchema } from './oauthSchemas.js';
import {
  draftSchema,
  pagedQuerySchema,
  projectionPageSchema,
  projectionSchema,
  resourceSchema,
  updateSchema,
} from './resourceSchemas.js';
import { type AssignmentForm, assignmentPageSchema } from './selectionSchemas.js';
import { searchDescriptions } from './searchDescriptions.js';

/** A route, and the declarations that its description refers to. */
export interface RouteContext {
  readonly route: Route;
  readonly components: Components;
  /** The definition of the route's resource type; absent for routes without one. */
  readonly definition?: ResourceDefinition;
  readonly resourceOf: (typeId: string) => Schema;
}

type DescribeSchema = (context: RouteContext) => Schema;

export interface VerbDescription {
  readonly summary: (context: RouteContext) => string;
  readonly body?: DescribeSchema;
  readonly status: number;
  /** Another status of success, with the same answer. */
  readonly otherStatus?: number;
  /** Absent where the response has no body. */
  readonly answer?: DescribeSchema;
  /** The media type of the response, `application/json` by default. */
  readonly type?: string;
  /** Replaces the error format of a 400. */
  readonly refusal?: DescribeSchema;
}

const definitionOf = ({ definition, route }: RouteContext): ResourceDefinition =>
  required(definition, `the resource type of ${route.path}`);

const nounOf = (context: RouteContext): string => withArticle(definitionOf(context).typeId);
const pluralOf = (context: RouteContext): string => spacedWords(definitionOf(context).path);

const resourceAnswer: DescribeSchema = context =>
  resourceSchema(context.components, definitionOf(context), context.route.own);
const pageAnswer: DescribeSchema = context =>
  pagedQuerySchema(context.components, definitionOf(context), context.route.own);
const draftBody: DescribeSchema = context =>
  draftSchema(context.components, definitionOf(context), context.route.creation, context.route.own);
const updateBody: DescribeSchema = context =>
  updateSchema(context.components, definitionOf(context), context.route.own);
const customerBody: DescribeSchema = ({ components, route }) => customerBodySchema(components, route.verb, route.own);
const signInAnswer: DescribeSchema = ({ components, resourceOf }) =>
  signInResultSchema(components, resourceOf('customer'), resourceOf('cart'));
const form: DescribeSchema = ({ route }) => oauthFormSchema(route.verb);

const creation: VerbDescription = {
  summary: context => `Creates ${nounOf(context)}.`,
  body: draftBody,
  status: 201,
  answer: resourceAnswer,
};
const replacement: VerbDescription = {
  ...creation,
  summary: context => `Creates ${nounOf(context)}, or replaces the one that has its address.`,
  otherStatus: 200,
};
const update: VerbDescription = {
  summary: context => `Updates ${nounOf(context)}.`,
  body: updateBody,
  status: 200,
  answer: resourceAnswer,
};
const removal: VerbDescription = {
  summary: context => `Deletes ${nounOf(context)}.`,
  status: 200,
  answer: resourceAnswer,
};
const customerCommand = (summary: string): VerbDescription => ({
  summary: () => summary,
  body: customerBody,
  status: 200,
  answer: resourceAnswer,
});
const customerToken = (summary: string): VerbDescription => ({
  ...customerCommand(summary),
  answer: ({ components }) => customerTokenSchema(components),
});
const accessToken = (summary: string): VerbDescription => ({
  summary: () => summary,
  body: form,
  status: 200,
  answer: ({ components }) => tokenResponseSchema(components),
});
const webPage = (summary: string, type = 'text/html'): VerbDescription => ({
  summary: () => summary,
  status: 200,
  answer: () => ({ type: 'string' }),
  type,
});
const graphql = (summary: string): VerbDescription => ({
  summary: () => summary,
  body: ({ components }) => graphqlRequestSchema(components),
  status: 200,
  answer: ({ components }) => graphqlResponseSchema(components),
  refusal: ({ components }) => graphqlErrorSchema(components),
});
const probe = (summary: string, properties: Readonly<Record<string, Schema>> = {}): VerbDescription => ({
  summary: () => summary,
  status: 200,
  answer: () => ({
    type: 'object',
    properties: { status: { const: 'ok' }, ...properties },
    required: ['status'],
    additionalProperties: false,
  }),
});
const writeRefusals: Schema = {
  type: 'array',
  description: 'Why Redis refuses writes, while it does; reads are answered.',
  items: closedObject({ reason: { enum: refusalReasons }, message: { type: 'string' } }, ['reason', 'message']),
};
const redisServers = (description: string): Schema => ({
  type: 'array',
  description,
  items: closedObject(
    {
      node: { type: 'string', description: 'The address of the server.' },
      role: { enum: ['master', 'replica'], description: 'Of a node of a cluster.' },
      slots: { type: 'integer', description: 'The slots of a master of a cluster.' },
      message: { type: 'string' },
    },
    ['node', 'message'],
  ),
});
const readinessFaults: Readonly<Record<string, Schema>> = {
  writeRefusals,
  failedNodes: redisServers(
    'Nodes of Redis that do not answer or do not serve; the projects of other masters are served.',
  ),
  missingReplicas: redisServers('Masters that lack replicas in sync, which DURABILITY needs to confirm a change.'),
};

const assignmentPage = (assignmentForm: AssignmentForm, summary: string): VerbDescription => ({
  summary: () => summary,
  status: 200,
  answer: ({ components }) => assignmentPageSchema(components, assignmentForm),
});

const ownDescription: Schema = {
  type: 'object',
  properties: { openapi: { type: 'string' } },
  required: ['openapi'],
};

const withSecret: DescribeSchema = context =>
  context.components.component('ApiClientWithSecret', 'ApiClientWithSecret', () => {
    resourceAnswer(context);
    const {
      properties,
      required: requiredMembers,
      ...rest
    } = context.components.all().ApiClient as {
      properties: object;
      required: readonly string[];
    };
    return {
      ...rest,
      properties: { ...properties, secret: { type: 'string', description: 'Only this response contains it.' } },
      required: [...requiredMembers, 'secret'],
    };
  });

const matchingMethods = (target: string): VerbDescription => ({
  summary: () => `Returns the active shipping methods of ${target}. \`isMatching\` tells which of their rates applies.`,
  status: 200,
  answer: pageAnswer,
});

/** What each verb of the route table receives and responds with; a test fails where a verb is missing. */
export const verbDescriptions: ReadonlyMap<string, VerbDescription> = new Map<string, VerbDescription>([
  [
    'query',
    {
      summary: context => `Queries ${pluralOf(context)}.`,
      status: 200,
      answer: pageAnswer,
    },
  ],
  [
    'queryProjections',
    {
      summary: () => 'Queries the projections of products; `where` and `sort` name fields of the projection.',
      status: 200,
      answer: ({ components }) => projectionPageSchema(components),
    },
  ],
  [
    'readProjection',
    {
      summary: () => 'Returns the projection of a product: its current data, or its staged data.',
      status: 200,
      answer: ({ components }) => projectionSchema(components),
    },
  ],
  ['productsOfSelection', assignmentPage('AssignedProductReference', 'Queries the products of a product selection.')],
  [
    'selectionsOfProduct',
    assignmentPage('AssignedProductSelection', 'Queries the product selections that a product is assigned to.'),
  ],
  [
    'productSelectionAssignments',
    assignmentPage(
      'ProductSelectionAssignment',
      'Queries the products of product selections; on the path of a store those of its active ones.',
    ),
  ],
  ['shippingMethodsForCart', matchingMethods('a cart, for its shipping address')],
  ['shippingMethodsForCartAndPlace', matchingMethods('a cart, as if it were shipped to a place')],
  ['shippingMethodsForPlace', matchingMethods('a place, whatever their predicates say about carts')],
  [
    'matchingProductDiscount',
    {
      summary: () => 'Returns the product discount that applies to a price of a variant.',
      body: ({ components }) =>
        components.component('ProductDiscountMatchQuery', 'ProductDiscountMatchQuery', () =>
          components.inlineSchema(ProductDiscountMatchQuery),
        ),
      status: 200,
      answer: resourceAnswer,
    },
  ],
  ['read', { summary: context => `Returns ${nounOf(context)}.`, status: 200, answer: resourceAnswer }],
  [
    'latest',
    {
      summary: context => `Returns the most recently modified active ${spacedWords(definitionOf(context).typeId)}.`,
      status: 200,
      answer: resourceAnswer,
    },
  ],
  ['create', creation],
  ['createOrReplace', replacement],
  ['createExtension', creation],
  ['createApiClient', { ...creation, answer: withSecret }],
  ['update', update],
  ['updateExtension', update],
  ['updateCustomer', update],
  ['updateProject', update],
  ['updateWithJob', update],
  ['remove', removal],
  ['removeExtension', removal],
  ['removeCustomer', removal],
  ['removeProductSelection', removal],
  ['removeApiClient', removal],
  [
    'signUp',
    { summary: () => 'Sign up; merges the anonymous cart.', body: draftBody, status: 201, answer: signInAnswer },
  ],
  [
    'signIn',
    {
      summary: () => 'Sign in with email and password; merges the anonymous cart.',
      body: customerBody,
      status: 200,
      answer: signInAnswer,
    },
  ],
  ['changePassword', customerCommand('Changes the password. Requires the current password.')],
  ['resetPassword', customerCommand('Sets a new password. Requires a password token.')],
  ['confirmEmail', customerCommand('Marks the email as verified. Requires an email token.')],
  ['createPasswordToken', customerToken('Creates a token that resets a password.')],
  ['createEmailToken', customerToken('Creates a token that verifies an email.')],
  [
    'readCustomerByToken',
    { summary: () => 'Returns the customer of a password or email token.', status: 200, answer: resourceAnswer },
  ],
  ['token', accessToken('Issues an access token to an API client, or for a refresh token.')],
  ['customerToken', accessToken('Issues an access token to a customer.')],
  ['anonymousToken', accessToken('Issues an access token to an anonymous session.')],
  [
    'introspect',
    {
      summary: () => 'Introspects an access token.',
      body: form,
      status: 200,
      answer: ({ components }) => introspectionSchema(components),
    },
  ],
  ['revoke', { summary: () => 'Revokes a token.', body: form, status: 200 }],
  ...searchDescriptions,
  ['graphql', graphql('Executes a GraphQL request.')],
  ['indexerGraphql', graphql('Executes a GraphQL request about the index of order search.')],
  ['graphqlSchema', webPage('The GraphQL schema as SDL, where introspection is allowed.', 'text/plain')],
  ['graphiql', webPage('A page to try GraphQL, and its files.', '*/*')],
  ['indexerGraphiql', webPage('A page to watch the index of order search, and its files.', '*/*')],
  [
    'readOrderFigures',
    {
      summary: () => 'Tells orders and revenue by day, currency and market, and what sells most.',
      status: 200,
      answer: () => orderFiguresSchema,
    },
  ],
  [
    'readHistory',
    {
      summary: () => 'Tells what deleted messages about a resource said, the newest first.',
      status: 200,
      answer: () => historySchema,
    },
  ],
  [
    'listJobQueues',
    {
      summary: () => 'Lists the queues of background jobs, with the number of their runs in each state.',
      status: 200,
      answer: ({ components }) => jobQueuesSchema(components),
    },
  ],
  [
    'listJobRuns',
    {
      summary: () => 'Lists the runs of a queue of background jobs: of the project, or of a job for all projects.',
      status: 200,
      answer: ({ components }) => jobRunsSchema(components),
    },
  ],
  ['health', probe('Tells whether the process runs.')],
  ['ready', probe('Tells whether the service can answer requests.', readinessFaults)],
  ['openapi', { summary: () => 'This description.', status: 200, answer: () => ownDescription }],
  [
    'openapiTag',
    { summary: () => 'The part of this description with one tag.', status: 200, answer: () => ownDescription },
  ],
  ['openapiPart', { summary: () => 'A part of this description, for the console.', status: 200, answer: () => ({}) }],
  ['openapiPage', webPage('A page to read this description, and its files.', '*/*')],
  [
    'home',
    {
      summary: () => 'What runs here. A browser gets a page.',
      status: 200,
      answer: () => ({
        type: 'object',
        properties: { name: { type: 'string' }, version: { type: 'string' }, links: { type: 'object' } },
        required: ['name', 'version', 'links'],
      }),
    },
  ],
  ['homeFile', webPage('A file of the page at `/`.', '*/*')],
  ['docsPage', webPage('A page of the documentation as text.', '*/*')],
  ['sharedFile', webPage('A script or style of all pages.', '*/*')],
]);
