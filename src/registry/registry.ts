/** What is small and administrative, projects and API clients, as redis-om entities in hashes. */
import { setTimeout } from 'node:timers/promises';
import { createClient, createCluster } from 'redis';
import { Repository, Schema, type Entity, type RedisConnection } from 'redis-om';
import { projectKeyPattern } from '../store/keys.js';
import { readRedisUrl } from '../store/redisUrl.js';
import { within } from '../within.js';

export interface ProjectRecord extends Entity {
  key: string;
  name: string;
  languages: string[];
  currencies: string[];
  countries: string[];
  messagesEnabled: boolean;
  messagesDeleteDaysAfterCreation: number;
  createdAt: string;
}

export interface ApiClientRecord extends Entity {
  id: string;
  projectKey: string;
  name: string;
  /** Space-separated scopes in wire form, `manage_project:demo`. */
  scope: string;
  secretHash: string;
  createdAt: string;
  accessTokenValiditySeconds: number;
}

const projectSchema = new Schema('quayside:project', {
  key: { type: 'string' },
  name: { type: 'string' },
  languages: { type: 'string[]' },
  currencies: { type: 'string[]' },
  countries: { type: 'string[]' },
  messagesEnabled: { type: 'boolean' },
  messagesDeleteDaysAfterCreation: { type: 'number' },
  createdAt: { type: 'string' },
}, { dataStructure: 'HASH' });

const apiClientSchema = new Schema('quayside:apiClient', {
  id: { type: 'string' },
  projectKey: { type: 'string' },
  name: { type: 'string' },
  scope: { type: 'string' },
  secretHash: { type: 'string' },
  createdAt: { type: 'string' },
  accessTokenValiditySeconds: { type: 'number' },
}, { dataStructure: 'HASH' });

export interface Registry {
  project(key: string): Promise<ProjectRecord | undefined>;
  saveProject(record: ProjectRecord): Promise<void>;
  apiClient(id: string): Promise<ApiClientRecord | undefined>;
  saveApiClient(record: ApiClientRecord): Promise<void>;
  close(): Promise<void>;
}

/** A whole record, or undefined: `fetch` of an unknown id answers with an empty entity. */
const present = <R extends Entity>(entity: Entity, witness: string): R | undefined =>
  (entity[witness] === undefined ? undefined : (entity as R));

/** A process that starts gives up where no Redis answers; one that runs waits for it to come back. */
const connectMs = 3_000;
const reconnectMsMax = 1_000;
const socket = { reconnectStrategy: (attempts: number) => Math.min(50 * 2 ** attempts, reconnectMsMax), connectTimeout: 5_000 };

/** While Redis is away a call fails at once instead of waiting until it is back. */
const disableOfflineQueue = true;

const open = async (url: string): Promise<RedisConnection & { close(): Promise<void> }> => {
  const { kind, path, nodes, href } = readRedisUrl(url);
  const client = kind === 'cluster'
    ? createCluster({ rootNodes: nodes.map(({ host, port }) => ({ url: `redis://${host}:${port}` })), defaults: { socket, disableOfflineQueue } })
    : createClient({ disableOfflineQueue, ...(kind === 'unix' ? { socket: { ...socket, path } } : { url: href, socket }) });
  // Without a listener a lost connection would end the process; the client reconnects by itself.
  client.on('error', () => undefined);
  try {
    await within<unknown>(client.connect(), connectMs);
  } catch (error) {
    // It would go on trying, and keep the process alive with it.
    await client.disconnect();
    throw error;
  }
  return Object.assign(client as unknown as RedisConnection, { close: async () => { await client.disconnect(); } });
};

/** Hash tags keep a project's record in the slot of its data, and spread clients. */
const tagged = (id: string): string => `{${id}}`;

/** This client fails the calls of a connection that breaks; a read may simply be made again on the next one. */
const readAgainMs = [20, 200];

const reading = async <T>(read: () => Promise<T>): Promise<T> => {
  for (const waitMs of readAgainMs) {
    try {
      return await read();
    } catch {
      await setTimeout(waitMs);
    }
  }
  return read();
};

export const openRegistry = async (url: string): Promise<Registry> => {
  const connection = await open(url);
  const projects = new Repository(projectSchema, connection);
  const clients = new Repository(apiClientSchema, connection);
  return {
    project: async key => (projectKeyPattern.test(key) ? present<ProjectRecord>(await reading(() => projects.fetch(tagged(key))), 'key') : undefined),
    saveProject: async record => { await projects.save(tagged(record.key), record); },
    apiClient: async id => (/^[A-Za-z0-9_-]{8,64}$/.test(id) ? present<ApiClientRecord>(await reading(() => clients.fetch(tagged(id))), 'id') : undefined),
    saveApiClient: async record => { await clients.save(tagged(record.id), record); },
    close: () => connection.close(),
  };
};
