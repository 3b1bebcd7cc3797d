import { LRUCache } from 'lru-cache';
import type { Base } from './define/Base.js';
import { Document, type DocumentSnapshot } from './document/Document.js';

interface CachedResource extends DocumentSnapshot {
  readonly version: number;
}

/** The memory of an entry beside its body, about. */
const entryBytes = 1_024;

const entryKey = (projectKey: string, typeId: string, id: string): string => `${projectKey}/${typeId}/${id}`;

/** Copies a text: a slice of a body's text would keep the whole body in memory. */
const copyText = (text: string): string => Buffer.from(text).toString();

/** Copies a body that is a small piece of a larger buffer, which it would keep in memory. */
const ownBytes = (body: Buffer): Buffer => {
  if (body.buffer.byteLength <= 2 * body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  copy.set(body);
  return copy;
};

/**
 * Resources as this process saw them last, for their next update. An entry may be older than the stored resource: the
 * commit checks the version. Bodies lie outside the heap, where the garbage collector does not copy them.
 */
export class ResourceCache {
  readonly #entries: LRUCache<string, CachedResource>;

  constructor(bytesMax: number) {
    this.#entries = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ body }) => body.length + entryBytes });
  }

  put(projectKey: string, typeId: string, { id, version }: Base, { snapshot: { body, spans } }: Document): void {
    this.#entries.set(entryKey(projectKey, typeId, copyText(id)), { version, body: ownBytes(body), spans });
  }

  /** The cached resource in exactly this version. */
  get(projectKey: string, typeId: string, id: string, version: number): Document | undefined {
    const entry = this.#entries.get(entryKey(projectKey, typeId, id));
    return entry?.version === version ? Document.open(entry.body, entry.spans) : undefined;
  }

  delete(projectKey: string, typeId: string, id: string): void {
    this.#entries.delete(entryKey(projectKey, typeId, id));
  }
}
