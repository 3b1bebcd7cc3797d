/** Creates the parts that answer requests on the main thread, and the figures of the process for the console. */
import type { StartWait } from '../../base/redis/StartWait.js';
import { CrossOriginPolicy } from '../../http/exchange/CrossOriginPolicy.js';
import { type RequestObserver, combineObservers } from '../../http/exchange/Exchange.js';
import type { RequestContext } from '../../http/request/RequestContext.js';
import { SlowRequests, createAccessLog, createRefusalLog } from '../../http/request/requestLog.js';
import { createRequestHandler } from '../../http/request/handleRequest.js';
import { withMissingParameters } from '../../http/routing/missingParameters.js';
import { consoleRoutes, readMissingRoutes, routes } from '../../http/routes/routes.js';
import { Router } from '../../http/routing/Router.js';
import { readFiguresCall } from '../../operations/console/figuresCall.js';
import type { Services } from '../../services/services.js';
import { collectFigures, type FigureSources } from '../monitoring/collectFigures.js';
import type { MeasuredParts } from './metrics.js';
import type { Startup } from './Startup.js';

type OwnFigureSources = Pick<FigureSources, 'survey' | 'pool' | 'reads' | 'requests' | 'background' | 'connections'>;

/** Creates the figures of this process: the observer of slow requests, and the answer to the console. */
const createFigures = (
  services: Services,
  { config }: Startup,
  sources: OwnFigureSources,
): { readonly observer: RequestObserver; readonly answer: RequestContext['figures'] } => {
  const slowRequests = new SlowRequests(config);
  const { redis, commitCounts, search } = services;
  const own = { config, redis, states: search.states, commitCounts, slowRequests, works: new Map() };
  const collect = () => collectFigures({ ...sources, ...own });
  return {
    observer: slowRequests,
    answer: session => readFiguresCall(services, session, collect),
  };
};

interface ServingParts
  extends Pick<OwnFigureSources, 'survey' | 'background' | 'connections'>,
    Pick<MeasuredParts, 'pool' | 'reads' | 'requests' | 'grants' | 'monitors'> {
  readonly startWait: StartWait;
}

export const createHandler = (
  services: Services,
  startup: Startup,
  { grants, startWait, monitors, ...sources }: ServingParts,
) => {
  const { config, log } = startup;
  const { store, tracing, audit } = services;
  const figures = createFigures(services, startup, sources);
  return createRequestHandler({
    config,
    router: new Router([...withMissingParameters(routes), ...consoleRoutes, ...readMissingRoutes(routes)]),
    grants,
    store,
    pool: sources.pool,
    reads: sources.reads,
    log,
    crossOrigin: new CrossOriginPolicy(config),
    observer: combineObservers([
      sources.requests,
      figures.observer,
      createAccessLog(config, log),
      createRefusalLog(config, log),
      tracing?.requestObserver,
    ]),
    audit,
    figures: figures.answer,
    readiness: async () => {
      const { failure, faults } = await monitors.readiness();
      return { failure: startWait.reason ?? failure, faults };
    },
  });
};
