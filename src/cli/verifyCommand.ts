import { readConfig } from '../base/config/readConfig.js';
import type { RedisClient } from '../base/redis/connect.js';
import type { LostNode } from '../base/redis/diagnosis/examineCluster.js';
import { readInstanceFile } from '../base/redis/embedded/dataDir.js';
import type { StoredDifferenceKind } from '../jobs/verification/DifferenceReport.js';
import type { SearchComparison } from '../jobs/verification/search/examineSearch.js';
import {
  type RepairedVerification,
  repairStoredData,
  type Verification,
  verifyStoredData,
} from '../jobs/verification/verifyStoredData.js';
import { startReindexing } from '../search/indexingControl.js';
import { assertOwnFormat, ownLayout } from '../services/ownFormat.js';
import type { Services } from '../services/services.js';
import { keys } from '../store/keys.js';
import { currentFormat, StoredLayoutError, writeStoredFormat } from '../store/storedFormat.js';
import { assertNoServers } from './migration/migrateStoredData.js';
import { UsageError } from './options.js';
import { tabLine } from './output.js';
import { enqueue, isIndexedBy } from './watchIndexing.js';
import { withEmbeddedRedis, withReachableServices } from './withServices.js';

interface Options {
  readonly project?: string;
  readonly json?: boolean;
  readonly repair?: boolean;
}

const searchLine = (search: SearchComparison | undefined): string => {
  if (search === undefined) return 'search\tnot compared: the project has no index of this version';
  const { index, documents, pending } = search;
  return (
    `search\tindex ${index}, ${documents} ` +
    `documents${pending === 0 ? '' : `, ${pending} orders not compared: their index update is pending`}`
  );
};

/** Names in the plural what a repair mends. The kinds that it cannot mend never have a count. */
const mendedNouns: Readonly<Record<StoredDifferenceKind, string>> = {
  list: 'entries of lists',
  index: 'entries of indexes',
  unique: 'unique values',
  holder: 'holders',
  references: 'counts of references',
  totals: 'sums',
  hidden: 'sealed values of missing resources',
  left: 'keys that belonged to nothing',
  search: 'search indexes built anew',
  messages: 'messages',
  body: 'bodies',
  definition: 'members that definitions change',
};

const repairLines = ({ repaired: { counts, changes } }: RepairedVerification): string[] => {
  const sums = Object.entries(counts).map(([kind, byType]) => {
    const sum = Object.values(byType).reduce((one, other) => one + other, 0);
    const types = Object.entries(byType).map(([typeId, count]) => `${typeId} ${count}`);
    return `${mendedNouns[kind as StoredDifferenceKind]} ${sum} (${types.join(', ')})`;
  });
  return [
    ...changes.map(({ kind, subject, detail }) => tabLine('mended', kind, subject, detail)),
    sums.length === 0 ? 'Nothing was mended.' : `Mended: ${sums.join('; ')}`,
  ];
};

const print = (found: Verification | RepairedVerification): void => {
  for (const [typeId, count] of Object.entries(found.resources)) if (count > 0) console.log(tabLine(typeId, count));
  console.log(searchLine(found.search));
  if ('repaired' in found) for (const line of repairLines(found)) console.log(line);
  for (const { kind, subject, detail } of found.differences) console.log(tabLine(kind, subject, detail));
  const counts = Object.entries(found.counts).map(([kind, count]) => `${kind} ${count}`);
  const left = 'repaired' in found ? 'Not mended' : 'Differences';
  console.log(found.isEqual ? 'Everything agrees.' : `${left}: ${counts.join(', ')}`);
};

/** Lets a server build a search index anew; false where none runs. */
const rebuildSearch = async (services: Services, projectKey: string, typeId: string): Promise<boolean> => {
  const search = services.searches.get(typeId);
  if (search === undefined) return false;
  const { indexingJobId, existingIndexingJobId = '' } = await startReindexing({ search }, projectKey);
  const job = indexingJobId ?? existingIndexingJobId;
  await enqueue(services, projectKey, job, typeId);
  return isIndexedBy({ ...services, search }, projectKey, job);
};

/** Tells whether lists and indexes are those of this version; servers build other search indexes anew. */
const hasOwnLists = ({ counts }: Verification): boolean => Object.keys(counts).every(kind => kind === 'search');

/** Prints the differences of each project; returns whether all lists and indexes are those of this version. */
const verifyProjects = async (
  services: Services,
  lost: readonly LostNode[],
  { project, json = false, repair = false }: Options,
): Promise<boolean> => {
  const projectKeys = project === undefined ? (await services.redis.smembers(keys.projects)).sort() : [project];
  const lostNodes = lost.map(({ node }) => node);
  let isOwn = true;
  for (const projectKey of projectKeys) {
    const rebuild = (typeId: string): Promise<boolean> => rebuildSearch(services, projectKey, typeId);
    const found = repair
      ? await repairStoredData(services, projectKey, { lostNodes, rebuildSearch: rebuild })
      : await verifyStoredData(services, projectKey, { lostNodes });
    if (!found.isEqual) process.exitCode = 1;
    isOwn &&= hasOwnLists(found);
    if (json) console.log(JSON.stringify(project === undefined ? { projectKey, ...found } : found));
    else {
      if (project === undefined) console.log(tabLine('project', projectKey));
      print(found);
    }
  }
  return isOwn;
};

/**
 * Mends the data of a build with other lists and indexes too, where no server runs: from then on it is that of this
 * version.
 */
const repairProjects = async (options: Options, url?: string): Promise<void> => {
  let isOfOtherBuild = false;
  const assertFormat = async (redis: RedisClient): Promise<void> => {
    try {
      await assertOwnFormat(redis);
    } catch (error) {
      if (!(error instanceof StoredLayoutError)) throw error;
      if (options.project !== undefined)
        throw new UsageError(`${error.message}, without --project: all projects have other lists and indexes.`);
      await assertNoServers(redis);
      isOfOtherBuild = true;
    }
  };
  const work = async (services: Services, lost: readonly LostNode[]): Promise<void> => {
    const isOwn = await verifyProjects(services, lost, options);
    if (!isOfOtherBuild || !isOwn || lost.length > 0) return;
    await writeStoredFormat(services.redis, currentFormat, ownLayout());
    console.error('The lists and indexes of all projects are those of this version now.');
  };
  await withReachableServices(neededKeys(options), work, { url, assertFormat });
};

const neededKeys = ({ project }: Options): string[] =>
  project === undefined ? [keys.projects] : [`${keys.prefix(project)}*`];

/**
 * Prints the differences in the data of a project, or of all; sets the exit code to 1 when there are any. A repair
 * starts the embedded Redis itself where no server runs.
 */
export const verifyCommand = async (options: Options): Promise<void> => {
  if (options.repair !== true)
    return withReachableServices(neededKeys(options), async (services, lost) => {
      await verifyProjects(services, lost, options);
    });
  const config = readConfig(process.env);
  if (config.redisUrl !== '' || readInstanceFile(config.dataDir) !== undefined) return repairProjects(options);
  await withEmbeddedRedis(config, url => repairProjects(options, url));
};
