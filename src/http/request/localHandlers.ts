/**
 * The verbs that the main thread answers by itself: probes, pages and their files. They need no worker, and are never
 * shed.
 */
import { ApiError, errorEntry, fail } from '../../base/errors/ApiError.js';
import type { Exchange, OutgoingResponse } from '../exchange/Exchange.js';
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
import type { LocalVerb, RouteVerb } from '../../engine/define/RouteVerb.js';
import type { RouteMatch } from '../routing/Router.js';
import { consoleSession } from './checkHead.js';
import type { RequestContext } from './RequestContext.js';

export type LocalHandler = (
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
      message: `The request '${method} ${path}' of the hosted API is not offered by this server yet; docs/compatibility.md lists what is.`,
    }),
  );

export const localHandlers: Readonly<Record<LocalVerb, LocalHandler>> = {
  missing: missingRequest,
  health: () => Promise.resolve(healthResponse),
  ready: readiness,
  home: (_context, { head }, match) => respondHome(match, head),
  homeFile: (_context, { head }, match) => homeSite.respond(match, head),
  docsPage: (_context, { head }, match) => docsSite.respond(match, head),
  openapi: (_context, { head }) => respondDescription(head),
  openapiPart: (_context, { head }, { parameters }) => respondPart(parameters.name ?? '', head),
  openapiTag: (_context, { head }, { parameters }) => respondTag(parameters.tag ?? '', head),
  openapiPage: (_context, { head }, match) => openapiSite.respond(match, head),
  consolePage: (_context, { head }, { parameters }) => consoleSite.respond(parameters.path ?? '', head),
  sharedFile: (_context, { head }, match) => sharedSite.respond(match, head),
  graphqlSchema: ({ config }, { head }) => respondGraphqlSchema(config, head),
  graphiql: (_context, { head }, match) => graphiqlSite.respond(match, head),
  indexerGraphiql: (_context, { head }, match) => graphiqlSite.respond(match, head),
  readFigures: ({ config, figures }, exchange) => figures(consoleSession(config, exchange)),
};

const localVerbs: ReadonlySet<string> = new Set(Object.keys(localHandlers));

/** Whether the main thread executes an operation itself. */
export const isLocalVerb = (verb: RouteVerb): verb is LocalVerb => localVerbs.has(verb);
