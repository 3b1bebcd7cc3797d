import { LRUCache } from 'lru-cache';
import { Document } from './document/Document.js';

const bytesMax = 4 * 1024 * 1024;
/** Longer bodies are not kept. */
const bodyBytesMax = 64 * 1024;
/** The memory of an entry beside its body, about. */
const entryBytes = 1_024;

/**
 * Documents with the members that were parsed of them, for resources that many requests read and few change. An entry
 * is used for the same bytes only, so it is never outdated.
 */
export class DocumentCache {
  readonly #documents = new LRUCache<string, Document>({
    maxSize: bytesMax,
    sizeCalculation: ({ body }) => body.length + entryBytes,
  });

  /** Opens a stored body. */
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
