/**
 * Examines the sequence numbers of the messages about a resource: they count from 1 without a gap or a duplicate; only
 * the first may be deleted, by retention or by the erasure of a person.
 */
import { dayMs } from '../../base/durations.js';
import { required } from '../../base/errors/ApiError.js';
import { mayBeRedacted } from '../../commerce/resources/customer/erasure/personalMembers.js';
import { countsMessages } from '../../engine/define/ResourceDefinition.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { orderedList } from '../../engine/loadResources.js';
import { type IdList, wholeList } from '../../store/DataStore.js';
import type { StoredDifferenceKind, Finding } from './DifferenceReport.js';
import {
  loadResources,
  parseSubjectName,
  type StoredResource,
  type Subject,
  subjectName,
  toBatches,
  type VerificationRun,
} from './VerificationRun.js';

interface Message extends StoredResource {
  readonly sequenceNumber: number;
  readonly resourceVersion: number;
  readonly resource: Subject;
}

/** The messages about one resource. Only numbers are kept, since a resource may have very many messages. */
interface MessageNumbers {
  readonly sequenceNumbers: number[];
  versionMax: number;
}

const messageList = (resourceId: string): IdList => ({ by: 'value', path: 'resource.id', value: resourceId });

/** Reads the numbers of the messages by the resource that they are about. */
const readMessages = async (run: VerificationRun, resourceId: string): Promise<ReadonlyMap<string, MessageNumbers>> => {
  const { store, projectKey } = run;
  const numbers = new Map<string, MessageNumbers>();
  const list = messageList(resourceId);
  const range = await store.rankRange(projectKey, 'message', list, wholeList);
  const ids = await store.idsInRange(projectKey, 'message', list, range);
  for (const batch of toBatches(ids)) {
    const messages = await loadResources(
      run,
      batch.map(id => ({ typeId: 'message', id })),
    );
    for (const { resource, sequenceNumber, resourceVersion } of messages.values() as Iterable<Message>) {
      const name = subjectName(resource);
      const ofResource = numbers.get(name) ?? { sequenceNumbers: [], versionMax: 0 };
      ofResource.sequenceNumbers.push(sequenceNumber);
      ofResource.versionMax = Math.max(ofResource.versionMax, resourceVersion);
      numbers.set(name, ofResource);
    }
  }
  return numbers;
};

/** Finds the first gap or duplicate; the last number is compared with the resource instead. */
const findGap = async (
  sortedNumbers: readonly number[],
  mayStartLater: () => Promise<boolean>,
): Promise<string | undefined> => {
  const [first, ...others] = sortedNumbers;
  if (first === undefined) return undefined;
  if (first !== 1 && !(await mayStartLater())) return `messages begin with number ${first}`;
  let previous = first;
  for (const number of others) {
    if (number !== previous + 1) return `message ${previous} is followed by ${number}`;
    previous = number;
  }
  return undefined;
};

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
const mayBeDeleted = async (run: VerificationRun, { createdAt }: StoredResource): Promise<boolean> => {
  const createdMs = Date.parse(createdAt);
  const { messages } = await run.engine.settings(run.projectKey);
  const isOlderThanDays = (days: number): boolean => createdMs <= run.engine.now().getTime() - days * dayMs;
  return (
    isOlderThanDays(messages.deleteDaysAfterCreation) ||
    (isOlderThanDays(daysMin) && (await isOlderThanMessages(run, createdMs)))
  );
};

const examineNumbers = async (
  run: VerificationRun,
  typeId: string,
  { sequenceNumbers, versionMax }: MessageNumbers,
  resource: StoredResource | undefined,
): Promise<string[]> => {
  const sorted = sequenceNumbers.sort((a, b) => a - b);
  // The erasure of a deleted resource may have left only its last message.
  const gap = await findGap(
    sorted,
    async () => resource === undefined || mayBeRedacted(typeId, resource) || mayBeDeleted(run, resource),
  );
  const details = gap === undefined ? [] : [gap];
  if (resource === undefined) return details;
  const last = sorted.at(-1);
  if (countsMessages(run.resourceTypes.get(typeId)?.definition) && last !== (resource.lastMessageSequenceNumber ?? 0))
    details.push(`the last message is number ${last}, the resource counts ${resource.lastMessageSequenceNumber}`);
  if (versionMax > resource.version)
    details.push(`a message names version ${versionMax}, the resource has ${resource.version}`);
  return details;
};

const examineMessagesAbout = async (run: VerificationRun, resourceId: string): Promise<Finding<string>[]> => {
  const numbers = await readMessages(run, resourceId);
  const resources = await loadResources(run, [...numbers.keys()].map(parseSubjectName));
  const differences = await Promise.all(
    [...numbers].map(async ([subject, ofResource]) =>
      (await examineNumbers(run, parseSubjectName(subject).typeId, ofResource, resources.get(subject))).map(detail => ({
        kind: 'messages' as const,
        subject,
        detail,
        source: resourceId,
      })),
    ),
  );
  return differences.flat();
};

/** Examines the messages that the index by resource has for some ids. */
export const examineMessages = async (
  run: VerificationRun,
  resourceIds: readonly string[],
): Promise<Finding<string>[]> => (await Promise.all(resourceIds.map(id => examineMessagesAbout(run, id)))).flat();

/** Reports a resource that counts messages and has none: the index of the messages does not lead to it. */
export const checkMessageCount = async (
  run: VerificationRun,
  resourceType: ResourceType,
  resource: StoredResource,
  report: (kind: StoredDifferenceKind, detail: string) => void,
): Promise<void> => {
  const count = resource.lastMessageSequenceNumber ?? 0;
  if (!countsMessages(resourceType.definition) || count === 0) return;
  const { to } = await run.store.rankRange(run.projectKey, 'message', messageList(resource.id), wholeList);
  if (to === 0 && !mayBeRedacted(resourceType.typeId, resource) && !(await mayBeDeleted(run, resource)))
    report('messages', `there is no message, the resource counts ${count}`);
};
