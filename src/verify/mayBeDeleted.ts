import { orderedList } from '../engine/orderedList.js';
import { required } from '../errors/required.js';
import type { StoredResource, VerificationRun } from './VerificationRun.js';

const dayMs = 86_400_000;
/** The retention of a project may have been shorter before; it is never shorter than this. */
const daysMin = 1;

/**
 * Retention deletes the oldest messages first: when no message is older than the resource, later ones may be deleted
 * too.
 */
const isOlderThanMessages = async (
  { store, projectKey, resourceTypes }: VerificationRun,
  createdMs: number,
): Promise<boolean> => {
  const list = orderedList(required(resourceTypes.get('message'), 'the resource type of messages'), 'createdAt');
  const olderMessages = { from: '-', to: `(${createdMs}` };
  return (await store.rankRange(projectKey, 'message', list, olderMessages)).to === 0;
};

/**
 * Tells whether retention may have deleted the first messages about a resource (EVT030). The caller asks after it saw
 * that they are missing, since more messages expire with time.
 */
export const mayBeDeleted = async (run: VerificationRun, { createdAt }: StoredResource): Promise<boolean> => {
  const createdMs = Date.parse(createdAt);
  const { messages } = await run.engine.settings(run.projectKey);
  const isOlderThanDays = (days: number): boolean => createdMs <= run.engine.now().getTime() - days * dayMs;
  return (
    isOlderThanDays(messages.deleteDaysAfterCreation) ||
    (isOlderThanDays(daysMin) && (await isOlderThanMessages(run, createdMs)))
  );
};
