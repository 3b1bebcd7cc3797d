/**
 * The queues as one project may see them: its own runs, or the times of the runs for all projects. Nothing is changed.
 */
import { isoTime } from '../base/durations.js';
import { type QueueOverview, projectKeyOf, readQueueOverview } from './readQueueOverviews.js';
import { type RunState, projectQueueNames, scheduledQueueNames, runStates } from './queueNames.js';
import type { Job as BullJob } from 'bullmq';
import { packageFile } from '../base/config/packageFile.js';
import { fail, invalidInput } from '../base/errors/ApiError.js';
import { readParameters } from '../engine/queryParameters.js';
import type { RedisClient } from '../base/redis/connect.js';
import { withQueue } from './openQueue.js';

export interface ProjectQueue extends Omit<QueueOverview, 'running'> {
  readonly isShared: boolean;
}

interface RunFailure {
  readonly reason: string;
  /** The stack of each attempt that failed; absent for a run for all projects. */
  readonly stacks?: readonly string[];
}

/** A run of a queue. Runs for all projects have no data, progress and result. */
export interface QueueRun {
  readonly id: string;
  readonly state: RunState;
  /** Attempts that began. */
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** When a delayed run begins at the earliest; absent after a failed attempt, which is repeated within seconds. */
  readonly dueAt?: string;
  /** Percent or counts, as the job reports them. */
  readonly progress?: unknown;
  readonly data?: unknown;
  readonly result?: unknown;
  /** The last failure, also of a run that is tried again. */
  readonly failure?: RunFailure;
}

/** Newest runs of each state that are read. */
const runsMax = 500;

/** True for queues whose runs are for all projects. */
const sharedQueues: ReadonlyMap<string, boolean> = new Map([
  ...projectQueueNames.map(name => [name, false] as const),
  ...Object.values(scheduledQueueNames).map(name => [name, true] as const),
]);

const sharedFailure = 'The run failed. The log of the server has the reason.';

/** The queues with the number of their runs in each state. */
export const readProjectQueues = (redis: RedisClient, projectKey: string): Promise<ProjectQueue[]> =>
  Promise.all(
    [...sharedQueues].map(([name, isShared]) =>
      withQueue(name, redis, async queue => {
        const {
          running: _running,
          last,
          ...overview
        } = await readQueueOverview(queue, {
          projectKey: isShared ? undefined : projectKey,
          runsMax,
        });
        const failure = last?.failure === undefined ? {} : { failure: isShared ? sharedFailure : last.failure };
        return { ...overview, isShared, ...(last !== undefined && { last: { endedAt: last.endedAt, ...failure } }) };
      }),
    ),
  );

/** Makes paths of the program relative to its folder: a project need not know where it is installed. */
const shortenStack = (stack: string): string => {
  const { href, pathname } = packageFile('.');
  return stack.replaceAll(href, '').replaceAll(pathname, '');
};

const detailsOf = ({ progress, data, returnvalue, failedReason, stacktrace }: BullJob): Partial<QueueRun> => ({
  progress,
  data: data as unknown,
  ...(returnvalue !== null && { result: returnvalue as unknown }),
  ...(failedReason && { failure: { reason: failedReason, stacks: (stacktrace ?? []).map(shortenStack) } }),
});

const runOf = (run: BullJob, state: RunState, isShared: boolean): QueueRun => ({
  id: run.id ?? '',
  state,
  attempts: run.attemptsStarted,
  attemptsMax: run.opts.attempts ?? 1,
  createdAt: isoTime(run.timestamp),
  ...(run.processedOn !== undefined && { startedAt: isoTime(run.processedOn) }),
  ...(run.finishedOn !== undefined && { endedAt: isoTime(run.finishedOn) }),
  ...(state === 'delayed' && run.attemptsStarted === 0 && { dueAt: isoTime(run.timestamp + run.delay) }),
  ...(isShared ? run.failedReason && { failure: { reason: sharedFailure } } : detailsOf(run)),
});

const statesIn = (state: string | null): readonly RunState[] => {
  const states = runStates.filter(each => state === null || each === state);
  if (states.length > 0) return states;
  throw invalidInput(
    `The query parameter 'state' is '${(state ?? '').slice(0, 100)}'; expected ${runStates.join(', ')}.`,
  );
};

/** The runs of a queue, the newest of each state first; with a state those of this state. */
export const readQueueRuns = async (
  redis: RedisClient,
  projectKey: string,
  name: string,
  query: string,
): Promise<QueueRun[]> => {
  const isShared = sharedQueues.get(name);
  if (isShared === undefined)
    throw fail('ResourceNotFound', { message: `The job queue '${name.slice(0, 100)}' was not found.` });
  const states = statesIn(readParameters(query).get('state'));
  const lists = await withQueue(name, redis, queue =>
    Promise.all(
      states.map(async state =>
        ((await queue.getJobs([state], 0, runsMax - 1)) as (BullJob | undefined)[]).flatMap(run =>
          run !== undefined && (isShared || projectKeyOf(run) === projectKey) ? [runOf(run, state, isShared)] : [],
        ),
      ),
    ),
  );
  return lists.flat();
};
