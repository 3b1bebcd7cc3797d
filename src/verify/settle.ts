/** Telling what disagrees from what was seen in the middle of a commit. */
import { setTimeout } from 'node:timers/promises';
import type { Difference } from './difference.js';

/** Pauses before a subject is looked at again; a commit that is seen half way by two reads is over long before. */
const pausesMs = [30, 200];

type Examine<T> = (subjects: readonly T[]) => Promise<Found<T>[]>;

/** A difference with what has to be looked at again to be sure of it. */
export interface Found<T> extends Difference {
  readonly of: T;
}

const nameOf = ({ kind, subject, detail }: Difference): string => `${kind} ${subject} ${detail}`;

/** Differences that stand in the same words each time that their subjects are looked at. */
export const settle = async <T>(subjects: readonly T[], examine: Examine<T>): Promise<Found<T>[]> => {
  let found = await examine(subjects);
  for (const pauseMs of pausesMs) {
    if (found.length === 0) return found;
    await setTimeout(pauseMs);
    const before = new Set(found.map(nameOf));
    found = (await examine([...new Set(found.map(each => each.of))])).filter(each => before.has(nameOf(each)));
  }
  return found;
};
