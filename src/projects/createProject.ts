import { composeNewResource } from '../engine/commit/compose.js';
import type { Members, Base, Client } from '../engine/define/Base.js';
import { canonicalLanguageTags, languageTagPattern } from '../engine/schema/languageTags.js';
import { countryPattern, currencyPattern } from '../engine/schema/primitives.js';
import { ReferenceCollector, resolveReferences } from '../engine/references/resolveReferences.js';
import { ApiError, required } from '../base/errors/ApiError.js';
import { createApiClient } from '../auth/oauth/apiClients.js';
import { toProjectSettings } from '../commerce/resources/project/projectSettings.js';
import { defaultCartsConfiguration, defaultSettings, type Project } from '../commerce/resources/project/members.js';
import { builtInStates } from '../commerce/resources/state.js';
import type { Services } from '../services/services.js';
import { keys, projectKeyPattern } from '../store/keys.js';
import { RedisLock } from '../base/redis/RedisLock.js';
import { assertOwnFormat } from '../services/ownFormat.js';
import { issueSetupCode } from '../auth/accounts/setupCodes.js';
import type { Config } from '../base/config/settings.js';
import type { RedisClient } from '../base/redis/connect.js';
import type { LostNode } from '../base/redis/diagnosis/examineCluster.js';
import { isRedisUnavailable } from '../base/redis/redisErrors.js';
import { describeSearchModules, findSearchModules } from '../search/redisearch/probeSearchModule.js';

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

/** Tells why a project cannot be created; the command line prints the message. */
export class ProjectError extends Error {}

const defaultLanguages = ['en', 'en-US', 'de', 'nl', 'nl-NL', 'fr'];
const defaultCurrencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'PLN', 'CZK', 'CAD', 'AUD', 'JPY'];
const defaultCountries = [
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
/** Days for which messages are kept (EVT029). */
const messageDays = 15;

/** First path segments that are not project keys. */
const reservedKeys = new Set(['oauth', 'healthz', 'readyz', 'metrics', 'openapi', 'console']);

const lockMs = 10_000;

const assertKey = (key: string): void => {
  if (!projectKeyPattern.test(key))
    throw new ProjectError(
      `The project key '${key}' is malformed; allowed are 2 to 36 lower-case letters, digits, '_' and '-', ` +
        'beginning with a letter or digit.',
    );
  if (reservedKeys.has(key)) throw new ProjectError(`The project key '${key}' is reserved; choose another one.`);
};

const listPatterns = {
  languages: [new RegExp(languageTagPattern), 'IETF language tags'],
  currencies: [currencyPattern, 'three capitals, as in ISO 4217'],
  countries: [countryPattern, 'two capitals, as in ISO 3166-1'],
} as const;

const readList = (draft: ProjectDraft, name: keyof typeof listPatterns, defaults: string[]): string[] => {
  const given = draft[name];
  if (given === undefined) return defaults;
  const [pattern, allowed] = listPatterns[name];
  const malformed = given.find(item => !pattern.test(item));
  if (malformed !== undefined || given.length === 0)
    throw new ProjectError(`The ${name} contain '${malformed ?? ''}'; allowed are ${allowed}.`);
  return [...new Set(given)];
};

const projectMembers = (draft: ProjectDraft): Members<Project> => ({
  key: draft.key,
  name: draft.name ?? draft.key,
  languages: canonicalLanguageTags(readList(draft, 'languages', defaultLanguages)),
  currencies: readList(draft, 'currencies', defaultCurrencies),
  countries: readList(draft, 'countries', defaultCountries),
  messages: { enabled: true, deleteDaysAfterCreation: messageDays },
  carts: defaultCartsConfiguration,
  ...defaultSettings,
});

/** Tells whether an interrupted creation wrote the resource already; then it is the right one. */
const existsAlready = (error: unknown): boolean =>
  error instanceof ApiError && error.entries.every(({ code }) => code === 'DuplicateField');

/** Writes a resource that has no draft. */
const writeResource = async (
  { engine }: Services,
  project: Members<Project>,
  typeId: string,
  members: object,
  client: Client,
  id?: string,
): Promise<void> => {
  const context = await resolveReferences(engine, toProjectSettings(project), new ReferenceCollector());
  const resourceType = required(engine.resourceTypes.get(typeId), `the resource type ${typeId}`);
  const creation = {
    schema: resourceType.definition.resource,
    create: () => ({ id, members: members as Members<Base> }),
  };
  const { changeSet } = composeNewResource(engine, resourceType, creation, {}, client, context);
  await engine.store.commit(changeSet).catch((error: unknown) => {
    if (!existsAlready(error)) throw error;
  });
};

const writeProject = async (services: Services, project: Members<Project>): Promise<ClientCredentials> => {
  const { redis, confirmWrites } = services;
  const { key } = project;
  if ((await redis.sismember(keys.projects, key)) === 1) throw new ProjectError(`The project '${key}' exists already.`);
  const scope = `manage_project:${key}`;
  await writeResource(services, project, 'project', project, {}, key);
  const draft = { name: `first client of ${key}`, scope };
  const { id, secret } = await createApiClient(services, key, draft, new Set(['manage_project']), {});
  for (const members of builtInStates) await writeResource(services, project, 'state', members, { clientId: id });
  await redis.sadd(keys.projects, key);
  await confirmWrites(keys.projects);
  return { projectKey: key, clientId: id, clientSecret: secret, scope };
};

/**
 * Creates a project with its built-in states and an API client of all scopes; the project can be used when this
 * resolves.
 */
export const createProject = async (services: Services, draft: ProjectDraft): Promise<ClientCredentials> => {
  assertKey(draft.key);
  const members = projectMembers(draft);
  await assertOwnFormat(services.redis);
  const lock = new RedisLock(services.redis, keys.projectLock(draft.key), lockMs);
  if (!(await lock.take())) throw new ProjectError(`The project '${draft.key}' is being created by another process.`);
  try {
    return await writeProject(services, members);
  } finally {
    await lock.release();
  }
};

export interface StoreDescription {
  /** Sentences on masters that have no search module, or that could not be asked. */
  readonly searchProblems: readonly string[];
  /** Creates the first account of the administration console; undefined where one exists, or cannot be created now. */
  readonly setupCode?: string;
  /** A project for links and examples; undefined in an empty store. */
  readonly projectKey?: string;
}

/** Describes the store for the start of a server. */
export const describeStore = async (services: Services, lost: readonly LostNode[]): Promise<StoreDescription> => ({
  searchProblems: describeSearchModules(await findSearchModules(services.redis, lost)),
  setupCode: await issueCode(services.redis),
  projectKey: await findProjectKey(services),
});

/** Where Redis refuses writes, or the master of the accounts is away, the first account is created later. */
const issueCode = (redis: Services['redis']): Promise<string | undefined> =>
  issueSetupCode(redis).catch((error: unknown) => {
    if (!isRedisUnavailable(error)) throw error;
    return undefined;
  });

/** A store may have many projects, and any of them is an example. */
const candidatesMax = 100;

const demoKey = 'demo';

/** The key of a project for links and examples: the demo project where it exists; undefined in an empty store. */
export const findProjectKey = async ({ redis }: { readonly redis: RedisClient }): Promise<string | undefined> => {
  if ((await redis.sismember(keys.projects, demoKey)) === 1) return demoKey;
  const [first] = (await redis.srandmember(keys.projects, candidatesMax)).sort();
  return first;
};

/** Creates the first project of an empty store outside production; resolves to undefined where a project exists. */
export const createDemoProject = async (
  services: Services,
  { nodeEnv }: Config,
): Promise<ClientCredentials | undefined> => {
  if (nodeEnv === 'production' || (await services.redis.scard(keys.projects)) > 0) return undefined;
  // When several servers start on one empty store, one of them creates the project.
  return createProject(services, { key: demoKey, name: 'Demo' }).catch((error: unknown) => {
    if (error instanceof ProjectError) return undefined;
    throw error;
  });
};
