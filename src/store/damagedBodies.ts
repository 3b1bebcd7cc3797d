/** Bodies that are no whole JSON of their resource: how they are recognized, counted and logged in this thread. */
import { backslash, closeBrace, closeBracket, openBrace, openBracket, quote } from './jsonPunctuation.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type ApiError, fail } from '../base/errors/ApiError.js';
import { entryLimit } from '../base/memory/ReadCache.js';

/**
 * So many bytes before the end are looked at. A body that was cut behind an object with less bytes is recognized; a
 * look at all bytes would cost as much as the rest of a read.
 */
const tailBytes = 128;

/** Whether the quote at a place is one of a string's own, behind an odd number of backslashes. */
const isEscaped = (body: Buffer, at: number): boolean => {
  let slashes = 0;
  while (body[at - 1 - slashes] === backslash) slashes++;
  return slashes % 2 === 1;
};

/** Whether the brace at the end is not that of an object inside the body, as far as the last bytes tell. */
const endsOutermost = (body: Buffer): boolean => {
  const first = Math.max(0, body.length - tailBytes);
  let depth = 0;
  let isInString = false;
  for (let at = body.length - 1; at >= first; at--) {
    const byte = body[at];
    if (byte === quote) {
      if (!isInString || !isEscaped(body, at)) isInString = !isInString;
      // Most bytes are less than any bracket.
    } else if (isInString || byte === undefined || byte < openBracket) continue;
    else if (byte === closeBrace || byte === closeBracket) depth++;
    else if ((byte === openBrace || byte === openBracket) && --depth === 0) return at === 0;
  }
  return first > 0;
};

/** What stands before the id; a body without it is checked by its first and last bytes. */
const beforeId = Buffer.from('{"id":"');

/** Whether a body does not begin with another id. Each read of a body comes here, and bytes cost less than texts. */
const hasNoOtherId = (body: Buffer, id: string): boolean => {
  for (let at = 0; at < beforeId.length; at++) if (body[at] !== beforeId[at]) return true;
  for (let at = 0; at < id.length; at++) if (body[beforeId.length + at] !== id.charCodeAt(at)) return false;
  return body[beforeId.length + id.length] === quote;
};

/**
 * Whether the bytes begin and end like the body of the resource. One that was compressed is not cut: its block would
 * not have the length that it names.
 */
export const isWholeBody = (body: Buffer, id: string, wasCompressed = false): boolean => {
  if (body[0] !== openBrace || body[1] !== quote || body[body.length - 1] !== closeBrace) return false;
  return hasNoOtherId(body, id) && (wasCompressed || endsOutermost(body));
};

let count = 0;

/** How many damaged bodies this thread has read. */
export const damagedBodyCount = (): number => count;

const loggedMax = 1_000;
const loggedMs = 60_000;
/** Resources whose damage was logged within the last minute. */
const logged = new LRUCache<string, true>({ ...entryLimit(loggedMax), ttl: loggedMs });

let threadLog: Pick<Logger, 'error'> | undefined;

/** Gives the log of the thread, which the reads do not have. */
export const logDamagedBodies = (log: Pick<Logger, 'error'>): void => {
  threadLog = log;
};

/** Counts a damaged body, and logs it once a minute. */
export const reportDamagedBody = (projectKey: string, typeId: string, id: string, cause?: unknown): void => {
  count++;
  const name = `${projectKey}/${typeId}/${id}`;
  if (logged.has(name)) return;
  logged.set(name, true);
  threadLog?.error({ err: cause, projectKey, typeId, resourceId: id }, 'the stored body of a resource is damaged');
};

/** The error of a read of a damaged resource, which is reported. */
export const damagedResource = (projectKey: string, typeId: string, id: string, cause?: unknown): ApiError => {
  reportDamagedBody(projectKey, typeId, id, cause);
  return Object.assign(fail('DamagedResource', { typeId, id }), { cause });
};
