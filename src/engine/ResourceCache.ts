import type { Base } from './define/Base.js';
import { Document, type DocumentSnapshot, type ParsedMembers } from './document/Document.js';
import { allocateShortLived } from '../base/memory/shortLivedBytes.js';
import { LRUCache } from 'lru-cache';

/** One piece of the cache's memory, which is emptied as a whole. */
interface Chunk {
  readonly memory: Buffer;
  /** Keys of the entries that were written to it; some of them may lie elsewhere by now. */
  keys: string[];
  /** Offset at which the next body is written. */
  end: number;
}

interface CachedResource extends Pick<DocumentSnapshot, 'spans'> {
  readonly version: number;
  readonly chunk: Chunk;
  readonly start: number;
  readonly length: number;
}

/** Long arrays of a resource in one version. */
interface CachedArrays {
  readonly version: number;
  readonly arrays: ParsedMembers;
}

const chunkBytesMax = 1024 * 1024;
/** Number of chunks in one allocation. */
const blockChunks = 64;
/** Approximate memory of an entry besides its body. */
const entryBytes = 1_024;

const entryKey = (projectKey: string, typeId: string, id: string): string => `${projectKey}/${typeId}/${id}`;

/**
 * Resources as this process saw them last, for their next update. An entry may be older than the stored resource: the
 * commit checks the version.
 *
 * Bodies lie in chunks of memory that the cache uses again: a buffer for each of them would live long enough to be
 * moved to the old generation, and would be freed by full collections only. The chunk that was begun first is emptied
 * when all are full, which costs less than to track which entry was used last. Chunks are parts of blocks of 64 MiB: an
 * allocation of more than 32 MiB goes back to the system when it is freed, while the C library keeps smaller ones for
 * its thread (docs/measurements/growth.md). The system gives memory to those parts only that are written to.
 *
 * Long arrays that an update parsed, such as line items, stay as objects: a next update would parse and write all of
 * their elements again, to change one of them. Short members cost less to parse than to keep. Their objects take about
 * one and a half times the bytes of their text, and nothing may change them.
 */
export class ResourceCache {
  readonly #entries = new Map<string, CachedResource>();
  readonly #chunks: Chunk[] = [];
  readonly #chunkBytes: number;
  readonly #chunksMax: number;
  /** Each block is the memory of `blockChunks` chunks. */
  readonly #blocks: Buffer[] = [];
  /** The number of chunks that were begun. */
  #begun = 0;
  #current: Chunk | undefined;
  readonly #arrays: LRUCache<string, CachedArrays>;

  constructor(bytesMax: number) {
    this.#arrays = new LRUCache({ maxSize: bytesMax });
    this.#chunkBytes = Math.min(bytesMax, chunkBytesMax);
    this.#chunksMax = Math.floor(bytesMax / this.#chunkBytes);
  }

  /** Keeps a resource, unless it is longer than a chunk. */
  put(projectKey: string, typeId: string, { id, version }: Base, document: Document): void {
    const { body, spans } = document.snapshot;
    // Many new orders are never changed.
    const arrays = version > 1 ? document.longArrays() : undefined;
    const { length } = body;
    const key = entryKey(projectKey, typeId, id);
    if (arrays !== undefined) this.#arrays.set(key, { version, arrays }, { size: length });
    else this.#arrays.delete(key);
    const known = this.#entries.get(key);
    if (length + entryBytes > this.#chunkBytes) {
      this.#entries.delete(key);
      return;
    }
    // A body of the same length takes the place of the one before.
    const { chunk, start } = known?.length === length ? known : this.#allocate(key, length);
    chunk.memory.set(body, start);
    this.#entries.set(key, { version, spans, chunk, start, length });
  }

  /** The cached resource in exactly this version. Its body is a copy: the memory may be used again at any time. */
  get(projectKey: string, typeId: string, id: string, version: number): Document | undefined {
    const key = entryKey(projectKey, typeId, id);
    const entry = this.#entries.get(key);
    if (entry?.version !== version) return undefined;
    const { chunk, start, length, spans } = entry;
    const body = allocateShortLived(length);
    body.set(chunk.memory.subarray(start, start + length));
    const cached = this.#arrays.get(key);
    return Document.open(body, spans, cached?.version === version ? cached.arrays : undefined);
  }

  delete(projectKey: string, typeId: string, id: string): void {
    const key = entryKey(projectKey, typeId, id);
    this.#entries.delete(key);
    this.#arrays.delete(key);
  }

  /** Gives all memory back. The next update of a resource reads it from Redis. */
  clear(): void {
    this.#entries.clear();
    this.#arrays.clear();
    this.#chunks.length = 0;
    this.#blocks.length = 0;
    this.#current = undefined;
    this.#begun = 0;
  }

  #allocate(key: string, length: number): Pick<CachedResource, 'chunk' | 'start'> {
    const isFull = (chunk: Chunk): boolean =>
      chunk.end + chunk.keys.length * entryBytes + length + entryBytes > this.#chunkBytes;
    const chunk = this.#current === undefined || isFull(this.#current) ? this.#beginChunk() : this.#current;
    const start = chunk.end;
    chunk.end += length;
    chunk.keys.push(key);
    return { chunk, start };
  }

  #memoryOf(index: number): Buffer {
    const at = Math.floor(index / blockChunks);
    const chunks = Math.min(blockChunks, this.#chunksMax - at * blockChunks);
    const block = (this.#blocks[at] ??= Buffer.allocUnsafeSlow(chunks * this.#chunkBytes));
    const start = (index % blockChunks) * this.#chunkBytes;
    return block.subarray(start, start + this.#chunkBytes);
  }

  #beginChunk(): Chunk {
    const index = this.#begun++ % this.#chunksMax;
    const chunk = (this.#chunks[index] ??= { memory: this.#memoryOf(index), keys: [], end: 0 });
    for (const key of chunk.keys) if (this.#entries.get(key)?.chunk === chunk) this.#entries.delete(key);
    chunk.keys = [];
    chunk.end = 0;
    this.#current = chunk;
    return chunk;
  }
}

const bytesMax = 4 * 1024 * 1024;
/** Longer bodies are not kept. */
const bodyBytesMax = 64 * 1024;
/** Approximate memory of an entry besides its body. */
const documentEntryBytes = 1_024;

/**
 * Documents with the members that were parsed of them, for resources that many requests read and few change. An entry
 * is used for the same bytes only, so it is never outdated.
 */
export class DocumentCache {
  readonly #documents = new LRUCache<string, Document>({
    maxSize: bytesMax,
    sizeCalculation: ({ body }) => body.length + documentEntryBytes,
  });

  open(projectKey: string, typeId: string, id: string, body: Buffer): Document {
    if (body.length > bodyBytesMax) return Document.open(body);
    const key = `${projectKey}/${typeId}/${id}`;
    const known = this.#documents.get(key);
    if (known?.body.equals(body)) return known;
    // A copy: the body may be a small piece of a large buffer, which it would keep in memory.
    const document = Document.open(Buffer.from(body));
    this.#documents.set(key, document);
    return document;
  }
}
