/**
 * Keeps shared resources in a thread: those that many requests read and few change, such as products and tax categories
 * (ResourceDefinition.shared). Each commit that changes one stamps its type. A request reads the stamps of all these
 * types once, together with the other reads of the turn; a value that was read under the same stamp is unchanged.
 */
import { LRUCache } from 'lru-cache';
import type { DataStore } from '../store/DataStore.js';
import { projectStamp } from './define/ResponseSources.js';

/** Returns the name that commits stamp when they change shared resources of a type. */
export const sharedStamp = (typeId: string): string => `shared:${typeId}`;

interface Kept {
  /** The stamps of project and type under which it was read; both are empty where no commit is recent. */
  readonly stamp: string;
  readonly readMs: number;
  readonly value: unknown;
}

type KeptValues = LRUCache<string, Kept>;

/** Bounds the bytes that a thread keeps, approximately. */
const keptBytesMax = 16 * 1024 * 1024;
/** Approximate memory of an entry besides its value. */
const entryBytes = 512;
/**
 * Bounds the age of a kept value even while its stamp stays the same. A stamp may be missing because it was lost in a
 * failover or a restored backup, or because a server of an earlier release writes none.
 */
const keptMs = 10_000;

/** The shared resources of a project as they are from a moment on: nothing that is known is older. */
export class SharedReads {
  constructor(
    private readonly kept: KeptValues,
    private readonly projectKey: string,
    private readonly stamps: ReadonlyMap<string, string>,
    private readonly nowMs: number,
  ) {}

  /** Returns the value that was kept under a name; undefined where there is none or it may have changed. */
  known<T>(typeId: string, name: string): T | undefined {
    const found = this.kept.get(this.#key(typeId, name));
    return found !== undefined && found.stamp === this.stamps.get(typeId) && found.readMs > this.nowMs - keptMs
      ? (found.value as T)
      : undefined;
  }

  /** Keeps something that was read after the stamps; `undefined` cannot be kept. */
  keep(typeId: string, name: string, value: unknown, bytes = 0): void {
    const stamp = this.stamps.get(typeId);
    if (stamp === undefined) return;
    this.kept.set(
      this.#key(typeId, name),
      { stamp, readMs: this.nowMs, value },
      { size: entryBytes + name.length + bytes },
    );
  }

  /** Returns the value that was kept under a name, or else reads and keeps it. */
  async get<T>(typeId: string, name: string, read: () => Promise<T>): Promise<T> {
    const known = this.known<T>(typeId, name);
    if (known !== undefined) return known;
    const value = await read();
    this.keep(typeId, name, value);
    return value;
  }

  #key(typeId: string, name: string): string {
    return `${this.projectKey}/${typeId}/${name}`;
  }
}

/** Makes the function that reads the stamps of a project, once a turn of the event loop for all requests. */
export const shareReads = (
  store: Pick<DataStore, 'stampsInTurn'>,
  sharedTypes: readonly string[],
  nowMs: () => number = Date.now,
): ((projectKey: string) => Promise<SharedReads>) => {
  const kept: KeptValues = new LRUCache({ maxSize: keptBytesMax });
  const names = [projectStamp, ...sharedTypes.map(sharedStamp)];
  const read = async (projectKey: string): Promise<SharedReads> => {
    const [project, ...stamps] = await store.stampsInTurn(projectKey, names);
    const stampByType = new Map(sharedTypes.map((typeId, at) => [typeId, `${project ?? ''} ${stamps[at] ?? ''}`]));
    return new SharedReads(kept, projectKey, stampByType, nowMs());
  };
  // A new Map for each turn (base/memory/SlotList.ts).
  let turn: Map<string, Promise<SharedReads>> | undefined;
  const beginTurn = (): Map<string, Promise<SharedReads>> => {
    // The turn ends before its reads are sent: a request that comes later may follow a commit that they do not see.
    setImmediate(() => {
      turn = undefined;
    });
    return new Map();
  };
  return projectKey => {
    turn ??= beginTurn();
    const begun = turn.get(projectKey);
    if (begun !== undefined) return begun;
    const reads = read(projectKey);
    // A request that names shared resources by id needs nothing of them: an unhandled failure would end the thread.
    reads.catch(() => undefined);
    turn.set(projectKey, reads);
    return reads;
  };
};
