/**
 * The members of a write that get the time of the commit. Until the commit is sent they have the time of the request
 * (`context.now`), so that hooks, messages and API extensions see a time.
 */
import type { CommitTime, ResourceWrite } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Document } from '../document/Document.js';
import { expiresAtMsOf } from '../retention.js';
import { totalsDelta } from './totalsDelta.js';

const timeLength = '2026-11-28T09:30:00.000Z'.length;
/** Distance from the start of the value of `createdAt` to that of `lastModifiedAt`. */
const toLastModifiedAt = timeLength + '","lastModifiedAt":"'.length;

/** Returns the offset of the value of `createdAt` in a body; ids are ASCII. */
const createdAtIn = ({ id, version }: Base): number => `{"id":"${id}","version":${version},"createdAt":"`.length;

/** Returns the offsets of both times, given that of the first one. */
const timesAt = (createdAt: number): readonly number[] => [createdAt, createdAt + toLastModifiedAt];

/** Returns the function that derives totals and expiry from the commit time; undefined where neither depends on it. */
const derivedOf = (
  resourceType: ResourceType,
  document: Document,
  expiresAtMs: ResourceWrite['expiresAtMs'],
  isCreation: boolean,
): CommitTime['derive'] => {
  const hasTotals = isCreation && resourceType.definition.derived?.totals !== undefined;
  if (!hasTotals && typeof expiresAtMs !== 'number') return undefined;
  return time => {
    const resource = resourceType.view(
      document,
      isCreation ? { createdAt: time, lastModifiedAt: time } : { lastModifiedAt: time },
    );
    return {
      totals: hasTotals ? totalsDelta(resourceType, undefined, resource) : undefined,
      expiresAtMs: typeof expiresAtMs === 'number' ? expiresAtMsOf(resourceType, resource) : undefined,
    };
  };
};

/** The times of a new resource. */
export const creationTime = (
  resourceType: ResourceType,
  document: Document,
  resource: Base,
  expiresAtMs: ResourceWrite['expiresAtMs'],
): CommitTime => ({
  at: timesAt(createdAtIn(resource)),
  derive: derivedOf(resourceType, document, expiresAtMs, true),
});

/** The time of a changed resource. */
export const changeTime = (
  resourceType: ResourceType,
  document: Document,
  resource: Base,
  expiresAtMs: ResourceWrite['expiresAtMs'],
): CommitTime => ({
  at: [createdAtIn(resource) + toLastModifiedAt],
  derive: derivedOf(resourceType, document, expiresAtMs, false),
});

/**
 * The times of a message, whose `createdAt` begins at an offset of its body. It may hold the resource that is created
 * at `snapshotTime`.
 */
export const messageTime = (
  body: Buffer,
  createdAt: number,
  after: string | undefined,
  snapshotTime: string | undefined,
): CommitTime => {
  const own = timesAt(createdAt);
  if (snapshotTime === undefined) return { at: own, after };
  const start = '"createdAt":"';
  const text = `${start}${snapshotTime}","lastModifiedAt":"${snapshotTime}"`;
  const found = body.indexOf(text, createdAt + text.length, 'latin1');
  return { at: found < 0 ? own : [...own, ...timesAt(found + start.length)], after };
};
