/**
 * The table of the verbs that the main thread answers by itself: probes, pages and their files. They need no worker,
 * and are never shed.
 */
import { refusalReasons } from '../../base/redis/redisErrors.js';
import { closedObject, type Schema } from '../../operations/schemas/Components.js';
import type { OperationDescription } from '../../operations/schemas/OperationDescription.js';
import { ApiError, errorEntry, fail, required } from '../../base/errors/ApiError.js';
import type { Exchange, OutgoingResponse } from '../exchange/Exchange.js';
import type { AssetSite } from '../pages/AssetSite.js';
import { ConsoleSite } from '../pages/ConsoleSite.js';
import {
  docsSite,
  graphiqlSite,
  homeSite,
  respondHome,
  openapiSite,
  respondDescription,
  respondPart,
  respondTag,
  sharedSite,
} from '../pages/sites.js';
import { respondGraphqlSchema } from '../pages/BuiltFiles.js';
import type { LocalVerb } from '../routing/Route.js';
import type { RouteMatch } from '../routing/Router.js';
import { consoleSession } from './checkHead.js';
import type { RequestContext } from './RequestContext.js';

type LocalHandler = (
  context: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  body: Uint8Array,
) => Promise<OutgoingResponse>;

const consoleSite = new ConsoleSite();

const healthResponse: OutgoingResponse = { status: 200, body: '{"status":"ok"}' };

/**
 * A server is ready while some requests can be served: reads where Redis refuses writes, or the projects of the masters
 * that can be reached. A load balancer would take out all servers of that Redis at once. A probe is not counted among
 * the requests that got a 503.
 */
const readiness: LocalHandler = async context => {
  const { failure, faults } = await context.readiness();
  if (failure !== undefined) {
    const error = new ApiError(503, [errorEntry('ServiceUnavailable', { message: failure })]);
    return { status: error.status, body: JSON.stringify(error.toBody()), headers: error.headers };
  }
  const present = Object.fromEntries(Object.entries(faults).filter(([, list]) => list.length > 0));
  return { status: 200, body: JSON.stringify({ status: 'ok', ...present }) };
};

const missingRequest: LocalHandler = (_context, _exchange, { route: { method, path } }) =>
  Promise.reject(
    fail('NotImplemented', {
      message:
        `The request '${method} ${path}' of the hosted API is not offered by this server yet; ` +
        'docs/compatibility.md lists what is.',
    }),
  );

const webPage = (summary: string, type: string): OperationDescription => ({
  summary,
  status: 200,
  answer: () => ({ type: 'string' }),
  type,
});
const probe = (summary: string, properties: Readonly<Record<string, Schema>> = {}): OperationDescription => ({
  summary,
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

const ownDescription: Schema = {
  type: 'object',
  properties: { openapi: { type: 'string' } },
  required: ['openapi'],
};

interface LocalRow extends Partial<OperationDescription> {
  readonly respond: LocalHandler;
}

interface NamedRow extends LocalRow, LocalVerb {}

/** A page with its files. */
const sitePage = (site: AssetSite, summary: string): LocalRow => ({
  respond: (_context, { head }, match) => site.respond(match, head),
  ...webPage(summary, '*/*'),
});

/** Adds the names to rows. An editor goes from a member of the result to its row. */
const nameRows = <Rows extends Readonly<Record<string, LocalRow>>>(
  rows: Rows,
): { readonly [Name in keyof Rows]: NamedRow } =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, name, kind: 'local' }])) as {
    [Name in keyof Rows]: NamedRow;
  };

/** The pages and requests of the console and missing requests have no description. */
export const localVerbs = nameRows({
  missing: { respond: missingRequest },
  health: {
    respond: () => Promise.resolve(healthResponse),
    ...probe('Tells whether the process runs.'),
  },
  ready: { respond: readiness, ...probe('Tells whether the service can answer requests.', readinessFaults) },
  home: {
    respond: (_context, { head }, match) => respondHome(match, head),
    summary: 'What runs here. A browser gets a page.',
    status: 200,
    answer: () => ({
      type: 'object',
      properties: { name: { type: 'string' }, version: { type: 'string' }, links: { type: 'object' } },
      required: ['name', 'version', 'links'],
    }),
  },
  homeFile: sitePage(homeSite, 'A file of the page at `/`.'),
  docsPage: sitePage(docsSite, 'A page of the documentation as text.'),
  openapi: {
    respond: (_context, { head }) => respondDescription(head),
    summary: 'This description.',
    status: 200,
    answer: () => ownDescription,
  },
  openapiPart: {
    respond: (_context, { head }, { parameters }) => respondPart(parameters.name ?? '', head),
    summary: 'A part of this description, for the console.',
    status: 200,
    answer: () => ({}),
  },
  openapiTag: {
    respond: (_context, { head }, { parameters }) => respondTag(parameters.tag ?? '', head),
    summary: 'The part of this description with one tag.',
    status: 200,
    answer: () => ownDescription,
  },
  openapiPage: sitePage(openapiSite, 'A page to read this description, and its files.'),
  sharedFile: sitePage(sharedSite, 'A script or style of all pages.'),
  consolePage: { respond: (_context, { head }, { parameters }) => consoleSite.respond(parameters.path ?? '', head) },
  graphqlSchema: {
    respond: ({ config }, { head }) => respondGraphqlSchema(config, head),
    ...webPage('The GraphQL schema as SDL, where introspection is allowed.', 'text/plain'),
  },
  graphiql: sitePage(graphiqlSite, 'A page to try GraphQL, and its files.'),
  indexerGraphiql: sitePage(graphiqlSite, 'A page to watch the index of order search, and its files.'),
  readFigures: { respond: ({ config, figures }, exchange) => figures(consoleSession(config, exchange)) },
});

const handlers: ReadonlyMap<LocalVerb, LocalHandler> = new Map(
  Object.values(localVerbs).map(row => [row, row.respond]),
);

/** Returns the function of a verb that the main thread executes itself. */
export const handlerOf = (verb: LocalVerb): LocalHandler => required(handlers.get(verb), `the handler of ${verb.name}`);
