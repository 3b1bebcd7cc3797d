/** Sequence numbers of the messages about a resource: from 1 on without gap or double, but for old ones at the front. */
import type { DifferenceKind } from './difference.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import { type IdList, wholeList } from '../store/Store.js';
import { mayBeGone } from './retained.js';
import { load, type Run, type Stored, steps, type Subject, subjectName } from './run.js';
import type { Found } from './settle.js';

interface Message extends Stored {
  readonly sequenceNumber: number;
  readonly resourceVersion: number;
  readonly resource: Subject;
}

const listOf = (resourceId: string): IdList => ({ by: 'value', path: 'resource.id', value: resourceId });

/** Numbers alone are kept: a resource may have very many messages. */
interface Told {
  readonly numbers: number[];
  versionMax: number;
}

const readMessages = async (run: Run, resourceId: string): Promise<ReadonlyMap<string, Told>> => {
  const { store, projectKey } = run;
  const told = new Map<string, Told>();
  const list = listOf(resourceId);
  const ids = await store.idsInRange(
    projectKey,
    'message',
    list,
    await store.rankRange(projectKey, 'message', list, wholeList),
  );
  for (const step of steps(ids)) {
    const messages = await load(
      run,
      step.map(id => ({ typeId: 'message', id })),
    );
    for (const { resource, sequenceNumber, resourceVersion } of messages.values() as Iterable<Message>) {
      const name = subjectName(resource);
      const of = told.get(name) ?? { numbers: [], versionMax: 0 };
      of.numbers.push(sequenceNumber);
      of.versionMax = Math.max(of.versionMax, resourceVersion);
      told.set(name, of);
    }
  }
  return told;
};

/** Where the row of numbers is broken; the last is told apart, since the resource knows it. */
const faultOf = async ({ numbers }: Told, isFrontFree: () => Promise<boolean>): Promise<string | undefined> => {
  const sorted = numbers.sort((a, b) => a - b);
  if (sorted[0] !== 1 && !(await isFrontFree())) return `messages begin with number ${sorted[0]}`;
  for (let at = 1; at < sorted.length; at++)
    if (sorted[at] !== sorted[at - 1]! + 1) return `message ${sorted[at - 1]} is followed by ${sorted[at]}`;
  return undefined;
};

const faultsOf = async (run: Run, told: Told, resource: Stored | undefined): Promise<string[]> => {
  // Of what was deleted, an erasure may have left the last message alone.
  const fault = await faultOf(told, async () => resource === undefined || mayBeGone(run, resource));
  const faults = fault === undefined ? [] : [fault];
  if (resource === undefined) return faults;
  const last = told.numbers.at(-1);
  if (last !== (resource.lastMessageSequenceNumber ?? 0))
    faults.push(`the last message is number ${last}, the resource counts ${resource.lastMessageSequenceNumber}`);
  if (told.versionMax > resource.version)
    faults.push(`a message tells of version ${told.versionMax}, the resource has ${resource.version}`);
  return faults;
};

const examineOne = async (run: Run, resourceId: string): Promise<Found<string>[]> => {
  const told = await readMessages(run, resourceId);
  const subjects = [...told.keys()].map(name => ({
    typeId: name.slice(0, name.indexOf('/')),
    id: name.slice(name.indexOf('/') + 1),
  }));
  const resources = await load(run, subjects);
  const all = await Promise.all(
    [...told].map(async ([subject, of]) =>
      (await faultsOf(run, of, resources.get(subject))).map(detail => ({
        kind: 'messages' as const,
        subject,
        detail,
        of: resourceId,
      })),
    ),
  );
  return all.flat();
};

/** The messages that the index by resource holds under some ids. */
export const examineMessages = async (run: Run, resourceIds: readonly string[]): Promise<Found<string>[]> =>
  (await Promise.all(resourceIds.map(id => examineOne(run, id)))).flat();

/** A resource that counts messages of which there is none is not found through the index. */
export const countedMessages = async (
  run: Run,
  resourceType: ResourceType,
  resource: Stored,
  note: (kind: DifferenceKind, detail: string) => void,
): Promise<void> => {
  const count = resource.lastMessageSequenceNumber ?? 0;
  if (resourceType.definition.sendsMessages !== true || count === 0) return;
  const { to } = await run.store.rankRange(run.projectKey, 'message', listOf(resource.id), wholeList);
  if (to === 0 && !(await mayBeGone(run, resource)))
    note('messages', `there is no message, the resource counts ${count}`);
};
