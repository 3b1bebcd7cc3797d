/**
 * Ids in the order of creation: UUIDs of version 7 (RFC 9562, section 5.7), so that one list of ids has the order of
 * both.
 *
 *   019aab3c-5d60-7000-8002-1af3d0e1b2c4
 *   ├───────────┘  ├─┘  ├──────┘├────────┘
 *   milliseconds   counter, 32  random, 40 bits
 */
import { randomInt } from 'node:crypto';
import { randomText } from '../base/credentials/secrets.js';

const timeDigits = 12;
const timeMax = 2 ** 48 - 1;
const counterDigits = 8;
const counterEnd = 2 ** 32;
const randomBytes = 5;

/** Counts on from one id to the next, so that ids of one millisecond have the order in which they were made. */
let counter = randomInt(counterEnd / 2);

/** The last time that was written, since messages of one moment follow each other. */
let lastTime = { ms: Number.NaN, text: '' };

const timeText = (timeMs: number): string => {
  if (timeMs === lastTime.ms) return lastTime.text;
  const digits = Math.min(Math.max(timeMs, 0), timeMax).toString(16).padStart(timeDigits, '0');
  const text = `${digits.slice(0, 8)}-${digits.slice(8)}`;
  lastTime = { ms: timeMs, text };
  return text;
};

/** Makes an id for a time, in milliseconds. */
export const timeOrderedId = (timeMs: number): string => {
  counter = (counter + 1) % counterEnd;
  const count = counter.toString(16).padStart(counterDigits, '0');
  return `${timeText(timeMs)}-7${count.slice(0, 3)}-8${count.slice(3, 6)}-${count.slice(6)}${randomText(randomBytes, 'hex')}`;
};

/** Returns an id with another time: ids of one time keep their order. */
export const idAtTime = (id: string, timeMs: number): string => timeText(timeMs) + id.slice(timeDigits + 1);

/** Returns the time of an id, in milliseconds. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** A text that is lower than all ids of a time or a later one, and higher than all earlier ids. */
export const firstIdOf = (timeMs: number): string => timeText(timeMs);
