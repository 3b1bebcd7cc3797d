/** The server that test files share, and servers with their own settings. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Config } from '../../src/base/config/settings.js';
import { startService } from '../../src/server/main.js';
import { IndexNotificationListener } from '../../src/search/indexing/IndexNotifier.js';
import { createProject, type ClientCredentials, type ProjectDraft } from '../../src/projects/createProject.js';
import { openServices, type Services } from '../../src/services/services.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { resolveEncryptionKey } from '../../src/store/resolveEncryptionKey.js';
import { reportDifferences } from './assertDescribed.js';
import { createHttp, type Http } from './http.js';
import { notifyServer, requestPart } from './requestPart.js';
import { startOwnRedis } from './startOwnRedis.js';
import { t, teardownProcess } from './tap.js';
import { testConfig } from './testConfig.js';

export interface Quayside {
  /** The URL of the server, such as `http://127.0.0.1:43210`. */
  readonly address: string;
  readonly redisUrl: string;
  readonly http: Http;
  /** The services on the same Redis, for calls that no endpoint offers. */
  readonly services: Services;
  /** Creates a project with a client that has all scopes in it. */
  project(draft?: Partial<ProjectDraft>): Promise<ClientCredentials>;
  /** Returns an access token of a client, with all of its scopes or those in `scope`. */
  token(credentials: ClientCredentials, scope?: string): Promise<string>;
  stop(): Promise<void>;
}

reportDifferences(complaint => t.fail(complaint));

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

type ServerPart = { readonly address: string; readonly redisUrl: string; stop(): Promise<void> };

/** Opens the services on the Redis of a server, for calls that no endpoint offers. */
const connectTo = async (server: ServerPart, config: Config): Promise<Quayside> => {
  const services = await openServices(createServiceOptions(config, server.redisUrl, resolveEncryptionKey(config)));
  const http = createHttp(server.address);
  let stopping: Promise<void> | undefined;
  return {
    address: server.address,
    redisUrl: server.redisUrl,
    http,
    services,
    stop: () =>
      (stopping ??= (async () => {
        http.close();
        await services.close();
        await server.stop();
      })()),
    project: (draft = {}) => createProject(services, { key: `t-${randomUUID().slice(0, 13)}`, ...draft }),
    token: (credentials, scope) => tokenOf(http, credentials, scope),
  };
};

/** Connects to a server that all test files share. */
const connectToShared = async (name: 'server' | 'otherServer'): Promise<Quayside> => {
  const part = await requestPart<Omit<ServerPart, 'stop'>>(name);
  const quayside = await connectTo({ ...part, stop: async () => undefined }, testConfig());
  const listener = new IndexNotificationListener(part.redisUrl, notifyServer);
  teardownProcess(async () => {
    listener.close();
    await quayside.stop();
  });
  return quayside;
};

const startOwn = async (settings: Readonly<Record<string, string>>): Promise<Quayside> => {
  // Next to the shared server this one runs no jobs, because its settings and its end would affect other tests.
  const config = testConfig({ ...(settings.REDIS_URL === undefined && { BACKGROUND: 'false' }), ...settings });
  const service = await startService(config, pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }));
  const quayside = await connectTo(service, config);
  t.teardown(() => quayside.stop());
  return quayside;
};

let shared: Promise<Quayside> | undefined;
let other: Promise<Quayside> | undefined;
let alone: Promise<Quayside> | undefined;

/**
 * Starts a server with its own empty Redis, which `startQuayside()` then returns in this file as well: for tests that
 * repeatedly look at all keys, of which the shared Redis has very many.
 */
export const startQuaysideAlone = (settings: Readonly<Record<string, string>> = {}): Promise<Quayside> => {
  alone = startOwnRedis().then(({ url }) => startOwn({ REDIS_URL: url, ...settings }));
  t.teardown(() => {
    alone = undefined;
  });
  return alone;
};

/**
 * Connects to the server of the test run, which all files share, each with its own projects. With `settings`, which are
 * environment variables, starts a separate server in this process that stops at the end of the file.
 */
export const startQuayside = (settings: Readonly<Record<string, string>> = {}): Promise<Quayside> =>
  Object.keys(settings).length > 0 ? startOwn(settings) : (alone ?? (shared ??= connectToShared('server')));

/** Connects to another server on the same Redis, for behaviour that must be the same in every process. */
export const startOtherQuayside = (): Promise<Quayside> => (other ??= connectToShared('otherServer'));
