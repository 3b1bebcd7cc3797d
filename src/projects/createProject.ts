/** Making and listing projects. */
import { composeNewResource } from '../engine/commit/composeCreation.js';
import type { Members } from '../engine/define/Base.js';
import { ReferenceCollector } from '../engine/references/ReferenceCollector.js';
import { resolveReferences } from '../engine/references/resolveReferences.js';
import { ApiError } from '../errors/ApiError.js';
import type { Client } from '../engine/define/Client.js';
import type { Base } from '../engine/define/Base.js';
import { createApiClient } from '../oauth/createApiClient.js';
import { builtInStates } from '../resources/state/builtIn.js';
import type { Services } from '../services/services.js';
import { keys, projectKeyPattern } from '../store/keys.js';
import { cartsByDefault, type Project } from '../resources/project/index.js';
import { readProject, toProjectSettings } from '../registry/projectSettings.js';

export interface ProjectDraft {
  readonly key: string;
  readonly name?: string;
  readonly languages?: readonly string[];
  readonly currencies?: readonly string[];
  readonly countries?: readonly string[];
}

/** A new API client; the secret is not stored and cannot be shown again. */
export interface ClientCredentials {
  readonly projectKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

/** A project that cannot be made, in words for the command line. */
export class ProjectError extends Error {}

const languages = ['en', 'en-US', 'de', 'nl', 'nl-NL', 'fr'];
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'PLN', 'CZK', 'CAD', 'AUD', 'JPY'];
const countries = [
  'DE',
  'AT',
  'CH',
  'NL',
  'BE',
  'LU',
  'FR',
  'GB',
  'IE',
  'ES',
  'IT',
  'PT',
  'SE',
  'DK',
  'NO',
  'PL',
  'CZ',
  'US',
  'CA',
  'AU',
  'JP',
];
/** EVT029: messages are kept so many days. */
const messageDays = 15;

/** First path segments that are not projects. */
const reserved = new Set(['oauth', 'healthz', 'readyz', 'metrics', 'openapi']);

const lockMs = 10_000;

const assertKey = (key: string): void => {
  if (!projectKeyPattern.test(key))
    throw new ProjectError(
      `The project key '${key}' is malformed; allowed are 2 to 36 lower-case letters, digits, '_' and '-', beginning with a letter or digit.`,
    );
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
  if (wrong !== undefined || given.length === 0)
    throw new ProjectError(`The ${name} contain '${wrong ?? ''}'; allowed are ${allowed}.`);
  return [...new Set(given)];
};

const membersOf = (draft: ProjectDraft): Members<Project> => ({
  key: draft.key,
  name: draft.name ?? draft.key,
  languages: listOf(draft, 'languages', languages),
  currencies: listOf(draft, 'currencies', currencies),
  countries: listOf(draft, 'countries', countries),
  messages: { enabled: true, deleteDaysAfterCreation: messageDays },
  carts: cartsByDefault,
});

/** What an interrupted creation left is the right one already. */
const isThere = (error: unknown): boolean =>
  error instanceof ApiError && error.entries.every(({ code }) => code === 'DuplicateField');

/** Writes a resource that no draft describes. */
const add = async (
  { engine }: Services,
  project: Members<Project>,
  typeId: string,
  members: object,
  client: Client,
  id?: string,
): Promise<void> => {
  const context = await resolveReferences(engine, toProjectSettings(project), new ReferenceCollector());
  const resourceType = engine.resourceTypes.get(typeId)!;
  const creation = {
    schema: resourceType.definition.resource,
    create: () => ({ id, members: members as Members<Base> }),
  };
  const { changeSet } = composeNewResource(engine, resourceType, creation, {}, client, context);
  await engine.store.commit(changeSet).catch((error: unknown) => {
    if (!isThere(error)) throw error;
  });
};

const make = async (services: Services, project: Members<Project>): Promise<ClientCredentials> => {
  const { redis } = services;
  const { key } = project;
  if ((await redis.sismember(keys.projects, key)) === 1) throw new ProjectError(`The project '${key}' exists already.`);
  const scope = `manage_project:${key}`;
  await add(services, project, 'project', project, {}, key);
  const { id, secret } = await createApiClient(services, key, { name: `first client of ${key}`, scope }, scope, {});
  for (const members of builtInStates) await add(services, project, 'state', members, { clientId: id });
  await redis.sadd(keys.projects, key);
  return { projectKey: key, clientId: id, clientSecret: secret, scope };
};

/** Makes a project with its built-in states and an API client that may do everything in it; usable when this resolves. */
export const createProject = async (services: Services, draft: ProjectDraft): Promise<ClientCredentials> => {
  assertKey(draft.key);
  const members = membersOf(draft);
  const lock = keys.projectLock(draft.key);
  if ((await services.redis.set(lock, process.pid, 'PX', lockMs, 'NX')) === null)
    throw new ProjectError(`The project '${draft.key}' is being created by another process.`);
  try {
    return await make(services, members);
  } finally {
    await services.redis.del(lock);
  }
};

export const listProjects = async ({ redis, store }: Services): Promise<Project[]> => {
  const known = (await redis.smembers(keys.projects)).sort();
  const projects = await Promise.all(known.map(key => readProject(store, key)));
  return projects.filter(project => project !== undefined);
};
