/**
 * Converts the data of all projects to the current format, one format after the other. It can be interrupted at any
 * time: the next run goes on from the saved cursors, and servers refuse to start until the last step has ended.
 */
import { randomUUID } from 'node:crypto';
import type { Services } from '../services/services.js';
import { keys } from '../store/keys.js';
import {
  assertFormatIsKnown,
  currentFormat,
  readStoredFormat,
  StoredFormatError,
  writeStoredFormat,
} from '../store/storedFormat.js';
import { findRunningServers } from './findRunningServers.js';
import type { ConversionProgress, FormatStep } from './FormatStep.js';
import { formatSteps } from './formatSteps.js';
import { lockMs, MigrationState } from './MigrationState.js';

type MigrationServices = Pick<Services, 'redis' | 'store' | 'engine'>;

export interface MigrationOptions {
  /** Whether to skip the check that no server uses the data. */
  readonly serversAreStopped?: boolean;
  /** Called before each step of each project, and after each part of it. */
  readonly onProgress?: (step: FormatStep, projectKey: string, progress?: ConversionProgress) => void;
  readonly steps?: readonly FormatStep[];
}

export interface Migration {
  readonly from: number;
  readonly to: number;
}

const assertNoServers = async ({ redis }: MigrationServices): Promise<void> => {
  const addresses = await findRunningServers(redis);
  if (addresses.length > 0)
    throw new StoredFormatError(
      `Servers are running on this Redis (${addresses.join(', ')}). They would write the old format: stop them first.`,
    );
};

const assertLocked = async (state: MigrationState): Promise<void> => {
  if (!(await state.renewLock()))
    throw new StoredFormatError(
      `This run stood still for more than ${lockMs / 1_000} seconds, and lost its lock. If no other run goes on with its work, start quayside migrate again.`,
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
  if (state.isFinished(cursor)) return;
  onProgress?.(step, projectKey);
  for await (const progress of step.convert(services, projectKey, cursor)) {
    await assertLocked(state);
    await state.saveCursor(step, projectKey, progress.cursor);
    onProgress?.(step, projectKey, progress);
  }
  await assertLocked(state);
  await state.saveFinished(step, projectKey);
};

const convertAll = async (
  services: MigrationServices,
  state: MigrationState,
  found: number,
  { steps = formatSteps, onProgress }: MigrationOptions,
): Promise<void> => {
  const projectKeys = (await services.redis.smembers(keys.projects)).sort();
  for (let format = found; format < currentFormat; format++) {
    for (const step of steps.filter(({ from }) => from === format))
      for (const projectKey of projectKeys) await convertProject(services, state, step, projectKey, onProgress);
    await assertLocked(state);
    await writeStoredFormat(services.redis, format + 1);
  }
  await state.delete();
};

/** Throws a StoredFormatError where the data cannot be converted now. */
export const migrateStoredData = async (
  services: MigrationServices,
  options: MigrationOptions = {},
): Promise<Migration> => {
  const { redis } = services;
  const from = (await readStoredFormat(redis)) ?? currentFormat;
  assertFormatIsKnown(from);
  if (from >= currentFormat) return { from, to: from };
  if (options.serversAreStopped !== true) await assertNoServers(services);
  const state = new MigrationState(redis, randomUUID());
  if (!(await state.lock()))
    throw new StoredFormatError(
      `Another quayside migrate is running, or was ended less than ${lockMs / 1_000} seconds ago.`,
    );
  try {
    await convertAll(services, state, from, options);
  } finally {
    await state.unlock();
  }
  return { from, to: currentFormat };
};
