import { setTimeout } from 'node:timers/promises';
import type { Difference } from './DifferenceReport.js';

/** Pauses before subjects are examined again. A commit that ran between two reads is finished long before. */
const pausesMs = [30, 200];

/** A difference, and the subject that is examined again to confirm it. */
export interface DifferenceOf<T> extends Difference {
  readonly source: T;
}

const differenceText = ({ kind, subject, detail }: Difference): string => `${kind} ${subject} ${detail}`;

/**
 * Examines subjects, and returns the differences that stay the same when their subjects are examined again: others come
 * from a commit that ran in the meantime.
 */
export const confirmDifferences = async <T>(
  subjects: readonly T[],
  examine: (subjects: readonly T[]) => Promise<DifferenceOf<T>[]>,
): Promise<DifferenceOf<T>[]> => {
  let differences = await examine(subjects);
  for (const pauseMs of pausesMs) {
    if (differences.length === 0) return differences;
    await setTimeout(pauseMs);
    const previousTexts = new Set(differences.map(differenceText));
    const sources = [...new Set(differences.map(({ source }) => source))];
    differences = (await examine(sources)).filter(difference => previousTexts.has(differenceText(difference)));
  }
  return differences;
};
