import { LRUCache } from 'lru-cache';
import type { JsonObject } from './readRequest.js';

interface ParsedBody {
  readonly body: Buffer;
  readonly value: JsonObject;
}

/** A parsed body takes about ten times its bytes. */
const bytesMax = 4 * 1024 * 1024;
/** The first bytes of a body, which contain the id and the version. */
const keyBytes = 64;
/** The approximate size of a cache entry without its body. */
const entryBytes = 256;

const parsedBodies = new LRUCache<string, ParsedBody>({
  maxSize: bytesMax,
  maxEntrySize: bytesMax / 16,
  sizeCalculation: ({ body }) => body.length + entryBytes,
});

/**
 * Parses a stored body, or returns the cached value of the same bytes: pages and references of a back office lead to
 * the same resources again and again. All bytes are compared, so that a changed resource is parsed again.
 */
export const parseStoredBody = (body: Buffer): JsonObject => {
  const key = body.toString('latin1', 0, keyBytes);
  const known = parsedBodies.get(key);
  if (known?.body.equals(body) === true) return known.value;
  const value = JSON.parse(body.toString()) as JsonObject;
  // The copy does not keep the whole buffer of the connection in memory.
  parsedBodies.set(key, { body: Buffer.from(body), value });
  return value;
};
