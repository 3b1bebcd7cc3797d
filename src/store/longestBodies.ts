/**
 * The longest body that this thread read, wrote or measured of each resource type of a project. It tells whether many
 * bodies may be read in one call without asking for their lengths first, which would double the cost of a page.
 */
import { LRUCache } from 'lru-cache';
import { limits } from '../base/config/limits.js';
import type { ChangeSet } from './ChangeSet.js';
import { entryLimit } from '../base/memory/ReadCache.js';

const typesMax = 10_000;
/** Another process may write long bodies, so the lengths of a type with short ones are asked for again and again. */
const shortTypeMs = 60_000;
/** A type with a long body usually has more of them. */
const longTypeMs = 3_600_000;
/** Bounds the age of the time that the cache compares with. */
const clockMs = 1_000;

const longest = new LRUCache<string, number>({ ...entryLimit(typesMax), ttl: shortTypeMs, ttlResolution: clockMs });

const nameOf = (projectKey: string, typeId: string): string => `${projectKey} ${typeId}`;

/** Tells whether a body is long enough to be remembered wherever it is seen. */
export const isLongBody = (length: number): boolean => length >= limits.readStartBytes;

export const rememberBodyLength = (projectKey: string, typeId: string, length: number): void => {
  const name = nameOf(projectKey, typeId);
  // A missing body, whose length is 0, tells nothing of the type.
  if (length <= (longest.get(name) ?? 0)) return;
  longest.set(name, length, { ttl: isLongBody(length) ? longTypeMs : shortTypeMs });
};

export const rememberLongWrites = ({ projectKey, writes }: ChangeSet): void => {
  for (const { typeId, body } of writes)
    if (body !== undefined && isLongBody(body.length)) rememberBodyLength(projectKey, typeId, body.length);
};

/** Returns the most bytes that `count` bodies are expected to have; infinite where nothing is known of the type. */
export const expectedBytes = (projectKey: string, typeId: string, count: number): number => {
  if (count === 0) return 0;
  const length = longest.get(nameOf(projectKey, typeId));
  return length === undefined ? Number.POSITIVE_INFINITY : length * count;
};
