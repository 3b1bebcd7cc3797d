/** The history of a resource keeps the content of its messages after retention has deleted them. */
import { limits } from '../base/config/limits.js';
import type { HistoryEntry } from '../store/DataStore.js';
import type { MessageTable } from './define/Message.js';
import type { Engine } from './Engine.js';

interface Message {
  readonly id: string;
  readonly type: string;
  readonly resource: { readonly typeId: string; readonly id: string };
  readonly [member: string]: unknown;
}

/** Members that follow from the resource and the id of an entry, or that repeat others. */
const impliedMembers: ReadonlySet<string> = new Set([
  'id',
  'version',
  'resource',
  'resourceUserProvidedIdentifiers',
  'createdAt',
  'lastModifiedAt',
  'lastModifiedBy',
]);
/** The members that are kept of a message with a long payload. */
const headMembers: ReadonlySet<string> = new Set(['sequenceNumber', 'resourceVersion', 'type', 'createdBy']);

/** Returns the content of a message without snapshots of the resource, which are most of the bytes of messages. */
const toEntry = (message: Message, payloads: MessageTable): HistoryEntry => {
  const payload = payloads[message.type] ?? {};
  const names = Object.keys(message).filter(
    name =>
      !impliedMembers.has(name) && (payload[name] as { snapshotOf?: string } | undefined)?.snapshotOf === undefined,
  );
  const textOf = (kept: readonly string[]) =>
    JSON.stringify(Object.fromEntries(kept.map(name => [name, message[name]])));
  const text = textOf(names);
  const isLong = text.length > limits.historyEntryCharactersMax;
  return { id: message.id, text: isLong ? textOf(names.filter(name => headMembers.has(name))) : text };
};

/**
 * Adds the content of messages to the histories of their resources, before the messages are deleted. `ids` are in the
 * order of the messages. May run again.
 */
export const addToHistories = async (
  engine: Pick<Engine, 'store' | 'messageType' | 'now'>,
  projectKey: string,
  ids: readonly string[],
  days: number,
): Promise<void> => {
  const { store, messageType } = engine;
  const bodies = await store.bodies(projectKey, messageType.typeId, ids, 'leaveOut');
  const { payloads = {} } = messageType.definition.messaging ?? {};
  const histories = new Map<string, { readonly resource: Message['resource']; readonly entries: HistoryEntry[] }>();
  for (const body of bodies) {
    if (body === null) continue;
    const message = JSON.parse(body.toString()) as Message;
    const { resource } = message;
    const name = `${resource.typeId}/${resource.id}`;
    let history = histories.get(name);
    if (history === undefined) histories.set(name, (history = { resource, entries: [] }));
    history.entries.push(toEntry(message, payloads));
  }
  const historyLimits = { nowMs: engine.now().getTime(), days };
  await Promise.all(
    [...histories.values()].map(({ resource, entries }) =>
      store.addHistory(projectKey, resource, entries, historyLimits),
    ),
  );
};
