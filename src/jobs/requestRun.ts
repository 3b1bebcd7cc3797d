import type { Job as BullJob, Queue } from 'bullmq';

/** Adds a run with an id to a queue. Does nothing while that run waits or is active; starts it again after it ended. */
export const requestRun = async (queue: Queue, id: string, data: object): Promise<void> => {
  const known = (await queue.getJob(id)) as BullJob | undefined;
  const state = await known?.getState();
  if (state === 'completed' || state === 'failed') await known?.remove();
  await queue.add(queue.name, data, { jobId: id });
};
