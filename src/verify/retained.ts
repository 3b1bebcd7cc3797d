/** Which messages retention may have deleted (EVT030). */
import type { Stored, Run } from './run.js';

const dayMs = 86_400_000;
/** A project may have had fewer days before than it has now; never fewer than that. */
const daysMin = 1;

/** Retention takes the oldest of all messages first: of what is younger than one that is left it took nothing. */
const isOldest = async ({ store, projectKey }: Run, createdMs: number): Promise<boolean> =>
  (await store.rankRange(projectKey, 'message', { by: 'createdAt' }, { from: '-', to: `(${createdMs}` })).to === 0;

/** Whether the first messages about a resource may be gone. Asked after it was seen that they are: time goes on meanwhile. */
export const mayBeGone = async (run: Run, { createdAt }: Stored): Promise<boolean> => {
  const createdMs = Date.parse(createdAt);
  const { messages } = await run.engine.settings(run.projectKey);
  const isOver = (days: number): boolean => createdMs <= run.engine.now().getTime() - days * dayMs;
  return isOver(messages.deleteDaysAfterCreation) || (isOver(daysMin) && (await isOldest(run, createdMs)));
};
