import type { Services } from '../../services/services.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { RedisLock } from '../../base/redis/RedisLock.js';
import { keys } from '../../store/keys.js';
import { masterNodes } from '../../base/redis/clusterNodes.js';
import { ownLayout } from '../../services/ownFormat.js';
import {
  assertFormatIsKnown,
  assertStoredFormat,
  currentFormat,
  type LayoutDigests,
  readStoredFormat,
  StoredFormatError,
  writeFormatNumber,
  writeStoredFormat,
} from '../../store/storedFormat.js';

export interface ConversionProgress {
  /** The place from which an interrupted conversion goes on. */
  readonly cursor: string;
  /** Items that this run has converted, and those that it found at its start. */
  readonly done: number;
  readonly total: number;
}

/** Converts the data of all projects from one format to the next. */
export interface FormatStep {
  readonly from: number;
  readonly to: number;
  /** Names the converted items in the plural: "messages". */
  readonly title: string;
  /**
   * Converts one project in parts that take Redis a few milliseconds each, and yields after each of them. A part may
   * run twice: the process can end before its cursor is saved.
   */
  convert(
    services: Pick<Services, 'redis' | 'store' | 'engine' | 'fieldIndexes'>,
    projectKey: string,
    cursor: string | undefined,
  ): AsyncIterable<ConversionProgress>;
}

/**
 * All conversions of stored data from a released format to the next one, in their order. There is none yet: format 10
 * is the first that is released.
 */
export const formatSteps: readonly FormatStep[] = [];

/** A run that was killed keeps the lock for this long. */
const lockMs = 10_000;

/** Marks a finished step; no step has this cursor. */
const finished = '';

const fieldOf = ({ to, title }: FormatStep, projectKey: string): string => `${to}:${title}:${projectKey}`;

/** Keeps the progress of the migration in Redis, so that the next run goes on where one ended. */
class MigrationState {
  readonly lock: RedisLock;

  constructor(private readonly redis: RedisClient) {
    this.lock = new RedisLock(redis, keys.migrationLock, lockMs);
  }

  /** The cursor of a project in a step; undefined before its first part. */
  async cursor(step: FormatStep, projectKey: string): Promise<string | undefined> {
    return (await this.redis.hget(keys.migration, fieldOf(step, projectKey))) ?? undefined;
  }

  async saveCursor(step: FormatStep, projectKey: string, cursor: string): Promise<void> {
    await this.redis.hset(keys.migration, fieldOf(step, projectKey), cursor);
  }

  /** Deletes the cursors; called after the last step. */
  async delete(): Promise<void> {
    await this.redis.del(keys.migration);
  }
}

/** Every server waits for revoked tokens by a blocking XREAD, which Redis shows in the list of its clients. */
const isServerClient = (line: string): boolean => / cmd=xread( |$)/.test(line);

const addressOf = (line: string): string => / addr=(\S+)/.exec(line)?.[1] ?? 'an unknown address';

/** The addresses of clients in Redis that are servers, of this version or an older one. */
export const findRunningServers = async (redis: RedisClient): Promise<string[]> => {
  const lists = await Promise.all(masterNodes(redis).map(node => node.call('CLIENT', 'LIST', 'TYPE', 'normal')));
  return lists.flatMap(list => String(list).split('\n').filter(isServerClient).map(addressOf));
};

type MigrationServices = Parameters<FormatStep['convert']>[0];

export interface MigrationOptions {
  /** True to skip the check that no server uses the data. */
  readonly serversAreStopped?: boolean;
  /** Called before each step of each project, and after each part of it. */
  readonly onProgress?: (step: FormatStep, projectKey: string, progress?: ConversionProgress) => void;
  readonly steps?: readonly FormatStep[];
  /** The format to convert to. */
  readonly current?: number;
  readonly layout?: LayoutDigests;
}

interface Migration {
  readonly from: number;
  readonly to: number;
}

/** Throws where a server uses the data. */
export const assertNoServers = async (redis: RedisClient): Promise<void> => {
  const addresses = await findRunningServers(redis);
  if (addresses.length > 0)
    throw new StoredFormatError(
      `Servers are running on this Redis (${addresses.join(', ')}), which would write what the data had before: ` +
        'stop them first.',
    );
};

const assertLocked = async (state: MigrationState): Promise<void> => {
  if (!(await state.lock.extend()))
    throw new StoredFormatError(
      `This run stood still for more than ${lockMs / 1_000} seconds, and lost its lock. ` +
        'If no other run goes on with its work, start quayside migrate again.',
    );
};

const convertProject = async (
  services: MigrationServices,
  state: MigrationState,
  step: FormatStep,
  projectKey: string,
  onProgress: MigrationOptions['onProgress'],
): Promise<void> => {
  const cursor = await state.cursor(step, projectKey);
  if (cursor === finished) return;
  onProgress?.(step, projectKey);
  for await (const progress of step.convert(services, projectKey, cursor)) {
    await assertLocked(state);
    await state.saveCursor(step, projectKey, progress.cursor);
    onProgress?.(step, projectKey, progress);
  }
  await assertLocked(state);
  await state.saveCursor(step, projectKey, finished);
};

const convertAll = async (
  services: MigrationServices,
  state: MigrationState,
  found: number,
  { steps = formatSteps, current = currentFormat, layout = ownLayout(), onProgress }: MigrationOptions,
): Promise<void> => {
  const projectKeys = (await services.redis.smembers(keys.projects)).sort();
  for (let format = found; format < current; format++) {
    for (const step of steps.filter(({ from }) => from === format))
      for (const projectKey of projectKeys) await convertProject(services, state, step, projectKey, onProgress);
    await assertLocked(state);
    if (format + 1 < current) await writeFormatNumber(services.redis, format + 1);
  }
  await writeStoredFormat(services.redis, current, layout);
  await state.delete();
};

/**
 * Converts the data of all projects to the current format, one format after the other. It can be interrupted at any
 * time: the next run goes on from the saved cursors, and servers refuse to start until the last step has ended. Throws
 * a StoredFormatError where the data cannot be converted now.
 */
export const migrateStoredData = async (
  services: MigrationServices,
  options: MigrationOptions = {},
): Promise<Migration> => {
  const { redis } = services;
  const { current = currentFormat, layout = ownLayout() } = options;
  const from = (await readStoredFormat(redis)) ?? current;
  assertFormatIsKnown(from, current);
  if (from === current) {
    await assertStoredFormat(redis, layout, current);
    return { from, to: from };
  }
  if (options.serversAreStopped !== true) await assertNoServers(redis);
  const state = new MigrationState(redis);
  if (!(await state.lock.take()))
    throw new StoredFormatError(
      `Another quayside migrate is running, or was ended less than ${lockMs / 1_000} seconds ago.`,
    );
  try {
    await convertAll(services, state, from, options);
  } finally {
    await state.lock.release();
  }
  return { from, to: current };
};
