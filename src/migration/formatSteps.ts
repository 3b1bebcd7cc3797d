/**
 * The list that registers all conversions of stored data, in their order. From format 2 to 3 nothing is converted: an
 * older server cannot read the tokens of format 3, and a newer one reads those of format 2. So it is from 3 to 4, with the
 * bodies that COMPRESS_BODIES compresses.
 */
import { currentFormat } from '../store/storedFormat.js';
import { addItemIndexes, addPublishedAndEmailIndexes } from './addIndexes.js';
import { convertMessages } from './convertMessages.js';
import type { FormatStep } from './FormatStep.js';

export const formatSteps: readonly FormatStep[] = [convertMessages, addItemIndexes, addPublishedAndEmailIndexes];

/** Refuses a list in which a step leads past a format, or to a format that this version does not know. */
const assertConsistent = (steps: readonly FormatStep[]): void => {
  for (const { from, to, title } of steps)
    if (to !== from + 1 || to > currentFormat)
      throw new Error(`the step '${title}' leads from format ${from} to ${to}`);
};

assertConsistent(formatSteps);
