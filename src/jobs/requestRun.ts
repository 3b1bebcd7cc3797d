import type { Job as BullJob, Queue } from 'bullmq';

/** The id of a project's only run in a queue. BullMQ takes no number as an id, and the key of a project may be one. */
export const projectRunId = (projectKey: string): string => `project-${projectKey}`;

/** A failed run is tried again within seconds. */
const dueMsMax = 60_000;

/** A clock that was ahead, and is not any more, has put the next attempt of a run far away. */
const isFarAway = ({ timestamp, delay }: BullJob): boolean => timestamp + delay > Date.now() + dueMsMax;

/** Adds a run with an id to a queue. Does nothing while that run waits or is active; starts it again after it ended. */
export const requestRun = async (queue: Queue, id: string, data: object): Promise<void> => {
  const known = (await queue.getJob(id)) as BullJob | undefined;
  const state = await known?.getState();
  if (state === 'completed' || state === 'failed') await known?.remove();
  if (state === 'delayed' && isFarAway(known!)) await known!.promote();
  await queue.add(queue.name, data, { jobId: id });
};
