/** Starts a service for one test file: HTTP server, workers and Redis, on a free port. */
import { randomUUID } from 'node:crypto';
import { t } from 'tap';
import { pino } from 'pino';
import { readConfig } from '../../src/config/readConfig.js';
import { startService } from '../../src/main.js';
import { createProject, type ClientCredentials, type ProjectDraft } from '../../src/projects/createProject.js';
import { openServices, type Services } from '../../src/services/services.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { resolveEncryptionKey } from '../../src/store/resolveEncryptionKey.js';
import { reportDifferences } from './assertDescribed.js';
import { createHttp, type Http } from './http.js';

export interface Quayside {
  /** `http://127.0.0.1:43210` */
  readonly address: string;
  readonly redisUrl: string;
  readonly http: Http;
  /** The services on the same Redis, for calls that no endpoint offers. */
  readonly services: Services;
  /** Creates a project with a client that has all scopes in it. */
  project(draft?: Partial<ProjectDraft>): Promise<ClientCredentials>;
  /** An access token of a client, with all of its scopes unless `scope` says otherwise. */
  token(credentials: ClientCredentials, scope?: string): Promise<string>;
  stop(): Promise<void>;
}

reportDifferences(complaint => t.fail(complaint));

const redisUrlOfRun = (): string => {
  const url = process.env.REDIS_URL;
  if (url === undefined || url === '') throw new Error('REDIS_URL is not set: run tests with npm test');
  return url;
};

const tokenOf = async (http: Http, { clientId, clientSecret }: ClientCredentials, scope?: string): Promise<string> => {
  const answer = await http.send('POST', '/oauth/token', {
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope === undefined ? {} : { scope }),
    }).toString(),
  });
  if (answer.status !== 200) throw new Error(`no token: ${answer.text}`);
  return (answer.json as { access_token: string }).access_token;
};

let shared: Promise<Quayside> | undefined;
let other: Promise<Quayside> | undefined;

/**
 * Starts a service that stops with the test process; `settings` are additional environment variables. Calls without
 * settings in one process share one service, and each test file creates its own projects.
 */
export const startQuayside = (settings: Readonly<Record<string, string>> = {}): Promise<Quayside> =>
  Object.keys(settings).length > 0 ? start(settings) : (shared ??= start({}));

/** Starts another service on the same Redis, for what must hold in every process; calls in one process share it. */
export const startOtherQuayside = (): Promise<Quayside> => (other ??= start({}));

/** Tests send many requests at once on a busy machine. */
const queueWaitMs = '10000';
/** Heavy requests of tests must not fail because other processes hold the processor. */
const workTimeoutMs = '60000';
const workerSilenceMs = '300000';

const start = async (settings: Readonly<Record<string, string>>): Promise<Quayside> => {
  const redisUrl = settings.REDIS_URL ?? redisUrlOfRun();
  const config = readConfig({
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    WORKERS: '1',
    RETENTION_MINUTES: '0',
    DRAIN_MS: '0',
    QUEUE_WAIT_MS: queueWaitMs,
    WORK_TIMEOUT_MS: workTimeoutMs,
    WORKER_SILENCE_MS: workerSilenceMs,
    REDIS_URL: redisUrl,
    ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
    // Tests start extensions and OAuth servers on the same machine.
    PRIVATE_DESTINATIONS: 'loopback',
    ...settings,
  });
  const service = await startService(config, pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }));
  const services = await openServices(createServiceOptions(config, service.redisUrl, resolveEncryptionKey(config)));
  const http = createHttp(service.address);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      http.close();
      await services.close();
      await service.stop();
    })());
  t.teardown(stop);
  return {
    address: service.address,
    redisUrl: service.redisUrl,
    http,
    services,
    stop,
    project: (draft = {}) => createProject(services, { key: `t-${randomUUID().slice(0, 13)}`, ...draft }),
    token: (credentials, scope) => tokenOf(http, credentials, scope),
  };
};
