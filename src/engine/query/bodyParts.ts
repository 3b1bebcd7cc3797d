/** Reads the bodies of many resources in parts that are bounded by number and by bytes. */
import { limits } from '../../config/limits.js';
import { expectedBytes } from '../../store/longestBodies.js';
import type { QueryDeadline } from './QueryDeadline.js';
import type { QueryScope } from './QueryScope.js';

const { queryReadCountMax, queryReadBytesMax, queryParallelBytesMax } = limits;

interface Part {
  readonly ids: readonly string[];
  /** The bytes that the bodies are expected to have together, at most. */
  readonly bytes: number;
}

/** Splits ids where the next body would make a part too long; a part has one body at least. */
const splitByLength = (ids: readonly string[], lengths: readonly number[]): Part[] => {
  const parts: Part[] = [];
  let first = 0;
  let bytes = 0;
  ids.forEach((_, at) => {
    const length = lengths[at] ?? 0;
    if (bytes > 0 && bytes + length > queryReadBytesMax) {
      parts.push({ ids: ids.slice(first, at), bytes });
      [first, bytes] = [at, 0];
    }
    bytes += length;
  });
  return [...parts, { ids: ids.slice(first), bytes }];
};

/** Asks for the lengths of bodies only where they may be long. */
const partsOf = async (scope: QueryScope, ids: readonly string[]): Promise<Part[]> => {
  const { store, projectKey, resourceType } = scope;
  const bytes = expectedBytes(projectKey, resourceType.typeId, ids.length);
  if (bytes <= queryReadBytesMax) return [{ ids, bytes }];
  return splitByLength(ids, await store.bodyLengths(projectKey, resourceType.typeId, ids));
};

/** By master of a cluster: a read that waits for one that is away holds nothing in memory. */
const lastLongReads = new Map<string, Promise<unknown>>();

/** Long reads of a thread follow one another, so that their answers are not in memory together. */
const runLongRead = <T>(master: string, read: () => Promise<T>): Promise<T> => {
  const reading = (lastLongReads.get(master) ?? Promise.resolve()).then(read);
  const end = (): void => undefined;
  lastLongReads.set(master, reading.then(end, end));
  return reading;
};

/** The bodies of ids in their order, null for a deleted resource and for a damaged one. The deadline is checked before each read. */
export async function* bodyParts(
  scope: QueryScope,
  ids: readonly string[],
  deadline?: QueryDeadline,
): AsyncGenerator<(Buffer | null)[]> {
  const { store, projectKey, resourceType } = scope;
  for (let at = 0; at < ids.length; at += queryReadCountMax)
    for (const part of await partsOf(scope, ids.slice(at, at + queryReadCountMax))) {
      deadline?.assertInTime();
      const read = () => store.bodies(projectKey, resourceType.typeId, part.ids, 'leaveOut');
      yield await (part.bytes > queryParallelBytesMax ? runLongRead(store.masterOf(projectKey), read) : read());
    }
}
