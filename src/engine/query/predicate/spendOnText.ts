import { spendWork } from '../../../shedding/boundedWork.js';

/** Characters of two texts that are compared in about the time of one step. */
const charactersPerStep = 64;

/** Counts the comparison of two values, whose time grows with the shorter one when both are long texts. */
export const spendOnText = (one: unknown, other: unknown): void => {
  if (typeof one !== 'string' || one.length < charactersPerStep || typeof other !== 'string') return;
  spendWork(Math.min(one.length, other.length) / charactersPerStep);
};
