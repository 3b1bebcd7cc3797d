/** Making and listing projects. */
import { randomUUID } from 'node:crypto';
import { composeCreation } from '../engine/create.js';
import type { Members } from '../engine/defineResource.js';
import { References, resolve } from '../engine/references.js';
import { ApiError } from '../errors.js';
import { limits } from '../config.js';
import { hashSecret, newSecret } from '../oauth/secrets.js';
import { builtInStates } from '../resources/state/builtIn.js';
import type { State } from '../resources/state/index.js';
import type { Services } from '../services.js';
import { keys, projectKeyPattern } from '../store/keys.js';
import type { ProjectRecord } from './registry.js';
import { settingsOf } from './settings.js';

export interface ProjectDraft {
  readonly key: string;
  readonly name?: string;
  readonly languages?: readonly string[];
  readonly currencies?: readonly string[];
  readonly countries?: readonly string[];
}

/** A new API client; the secret is not stored and cannot be shown again. */
export interface Credentials { readonly projectKey: string; readonly clientId: string; readonly clientSecret: string; readonly scope: string }

/** A project that cannot be made, in words for the command line. */
export class ProjectError extends Error {}

const languages = ['en', 'en-US', 'de', 'nl', 'nl-NL', 'fr'];
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'PLN', 'CZK', 'CAD', 'AUD', 'JPY'];
const countries = ['DE', 'AT', 'CH', 'NL', 'BE', 'LU', 'FR', 'GB', 'IE', 'ES', 'IT', 'PT', 'SE', 'DK', 'NO', 'PL', 'CZ', 'US', 'CA', 'AU', 'JP'];
/** EVT029: messages are kept so many days. */
const messageDays = 15;

/** First path segments that are not projects. */
const reserved = new Set(['oauth', 'healthz', 'readyz', 'metrics', 'openapi']);

const lockMs = 10_000;

const assertKey = (key: string): void => {
  if (!projectKeyPattern.test(key))
    throw new ProjectError(`The project key '${key}' is malformed; allowed are 2 to 36 lower-case letters, digits, '_' and '-', beginning with a letter or digit.`);
  if (reserved.has(key)) throw new ProjectError(`The project key '${key}' is reserved; choose another one.`);
};

const patterns = {
  languages: [/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'IETF language tags'],
  currencies: [/^[A-Z]{3}$/, 'three capitals, as in ISO 4217'],
  countries: [/^[A-Z]{2}$/, 'two capitals, as in ISO 3166-1'],
} as const;

const listOf = (draft: ProjectDraft, name: keyof typeof patterns, byDefault: string[]): string[] => {
  const given = draft[name];
  if (given === undefined) return byDefault;
  const [pattern, allowed] = patterns[name];
  const wrong = given.find(item => !pattern.test(item));
  if (wrong !== undefined || given.length === 0) throw new ProjectError(`The ${name} contain '${wrong ?? ''}'; allowed are ${allowed}.`);
  return [...new Set(given)];
};

const recordOf = (draft: ProjectDraft): ProjectRecord => ({
  key: draft.key,
  name: draft.name ?? draft.key,
  languages: listOf(draft, 'languages', languages),
  currencies: listOf(draft, 'currencies', currencies),
  countries: listOf(draft, 'countries', countries),
  messagesEnabled: true,
  messagesDeleteDaysAfterCreation: messageDays,
  createdAt: new Date().toISOString(),
});

/** A state that an interrupted creation left is the right one already. */
const isThere = (error: unknown): boolean => error instanceof ApiError && error.entries.every(({ code }) => code === 'DuplicateField');

const addBuiltInState = async ({ engine }: Services, record: ProjectRecord, clientId: string, members: Members<State>): Promise<void> => {
  const context = await resolve(engine, settingsOf(record), new References());
  const room = engine.rooms.get('state')!;
  const { changeSet } = composeCreation(engine, room, { schema: room.definition.resource, create: () => ({ members: members as never }) }, {}, { clientId }, context);
  await engine.store.commit(changeSet).catch((error: unknown) => { if (!isThere(error)) throw error; });
};

const addClient = async ({ registry }: Services, { key }: ProjectRecord, id: string): Promise<Credentials> => {
  const secret = newSecret();
  const scope = `manage_project:${key}`;
  await registry.saveApiClient({
    id, projectKey: key, name: `first client of ${key}`, scope, secretHash: hashSecret(secret),
    createdAt: new Date().toISOString(), accessTokenValiditySeconds: limits.accessTokenSeconds,
  });
  return { projectKey: key, clientId: id, clientSecret: secret, scope };
};

const make = async (services: Services, record: ProjectRecord): Promise<Credentials> => {
  const { redis, registry } = services;
  if ((await redis.sismember(keys.projects, record.key)) === 1) throw new ProjectError(`The project '${record.key}' exists already.`);
  const clientId = randomUUID();
  for (const members of builtInStates) await addBuiltInState(services, record, clientId, members);
  const credentials = await addClient(services, record, clientId);
  await registry.saveProject(record);
  await redis.sadd(keys.projects, record.key);
  return credentials;
};

/** Makes a project with its built-in states and an API client that may do everything in it; usable when this resolves. */
export const createProject = async (services: Services, draft: ProjectDraft): Promise<Credentials> => {
  assertKey(draft.key);
  const record = recordOf(draft);
  const lock = keys.projectLock(draft.key);
  if ((await services.redis.set(lock, process.pid, 'PX', lockMs, 'NX')) === null)
    throw new ProjectError(`The project '${draft.key}' is being created by another process.`);
  try {
    return await make(services, record);
  } finally {
    await services.redis.del(lock);
  }
};

export const listProjects = async ({ redis, registry }: Services): Promise<ProjectRecord[]> => {
  const known = (await redis.smembers(keys.projects)).sort();
  const records = await Promise.all(known.map(key => registry.project(key)));
  return records.filter(record => record !== undefined);
};
