/** Recognizes, counts and logs damaged bodies: those that are not the whole JSON of their resource. */
import { backslash, closeBrace, closeBracket, openBrace, openBracket, quote } from './jsonPunctuation.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type ApiError, fail } from '../base/errors/ApiError.js';
import { entryLimit } from '../base/memory/ReadCache.js';

/**
 * The number of bytes before the end that are checked. A body that was cut after a shorter object is recognized; a
 * check of all bytes would cost as much as the rest of a read.
 */
const tailBytes = 128;

/** Tells whether the quote at a place belongs to a string, after an odd number of backslashes. */
const isEscaped = (body: Buffer, at: number): boolean => {
  let slashes = 0;
  while (body[at - 1 - slashes] === backslash) slashes++;
  return slashes % 2 === 1;
};

/** Tells whether the last brace closes the body and not an object inside it, as far as the last bytes tell. */
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

/** The text before the id; a body without it is checked by its first and last bytes. */
const beforeId = Buffer.from('{"id":"');

/** Tells whether a body begins with no other id. It runs for each read, and bytes cost less than texts. */
const hasNoOtherId = (body: Buffer, id: string): boolean => {
  for (let at = 0; at < beforeId.length; at++) if (body[at] !== beforeId[at]) return true;
  for (let at = 0; at < id.length; at++) if (body[beforeId.length + at] !== id.charCodeAt(at)) return false;
  return body[beforeId.length + id.length] === quote;
};

/**
 * Tells whether the bytes begin and end like the body of the resource. A compressed body is never cut: its block would
 * not have the length that it names.
 */
export const isWholeBody = (body: Buffer, id: string, wasCompressed = false): boolean => {
  if (body[0] !== openBrace || body[1] !== quote || body[body.length - 1] !== closeBrace) return false;
  return hasNoOtherId(body, id) && (wasCompressed || endsOutermost(body));
};

let count = 0;

/** Returns the number of damaged bodies that this thread has read. */
export const damagedBodyCount = (): number => count;

const loggedMax = 1_000;
const loggedMs = 60_000;
/** Resources whose damage was logged within the last minute. */
const logged = new LRUCache<string, true>({ ...entryLimit(loggedMax), ttl: loggedMs });

let threadLog: Pick<Logger, 'error'> | undefined;

/** Sets the log of the thread, which the reads do not have. */
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
