/** What changes in the text of an array: elements that an update passes on keep their bytes. */
import { toJsonText } from './json.js';
import { elementEnd } from './scanSpans.js';

export interface ArrayChange {
  /** Bytes of the body before that stay: those up to `from` and from `to` on. */
  readonly from: number;
  readonly to: number;
  /** The end of the array. */
  readonly end: number;
  /** What is written between them. */
  readonly text: string;
  /** The array as its new text is parsed. */
  readonly parse: () => unknown[];
}

/** Shorter arrays are written anew: that takes less time than finding what stays. */
export const longArrayBytes = 1_024;

const sameFromStart = (before: readonly unknown[], after: readonly unknown[]): number => {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && before[count] === after[count]) count++;
  return count;
};

const sameFromEnd = (before: readonly unknown[], after: readonly unknown[], most: number): number => {
  let count = 0;
  while (count < most && before[before.length - 1 - count] === after[after.length - 1 - count]) count++;
  return count;
};

/**
 * Compares an array that was parsed from the bytes `start` to `end` of a body with its new value. The same objects have
 * the same text. Undefined where no element stays at either end.
 */
export const findArrayChange = (
  body: Buffer,
  [start, end]: readonly [start: number, end: number],
  before: readonly unknown[],
  after: readonly unknown[],
): ArrayChange | undefined => {
  const first = sameFromStart(before, after);
  const last = sameFromEnd(before, after, Math.min(before.length, after.length) - first);
  if (first + last === 0) return undefined;
  const text = last === 0 && first === before.length ? '' : body.toString('latin1', start, end);
  const endOf = (count: number): number => (count === before.length ? end - 1 : start + elementEnd(text, count));
  const removedEnd = before.length - last;
  const changed = after
    .slice(first, after.length - last)
    .map(element => toJsonText(element) ?? 'null')
    .join(',');
  const opening = first > 0 && (changed !== '' || last > 0) ? ',' : '';
  const closing = changed !== '' && last > 0 ? ',' : '';
  return {
    from: endOf(first),
    // A comma is between the removed elements and those that stay.
    to: last === 0 ? end - 1 : endOf(removedEnd) + (removedEnd === 0 ? 0 : 1),
    end,
    text: `${opening}${changed}${closing}`,
    parse: () => [...before.slice(0, first), ...(JSON.parse(`[${changed}]`) as unknown[]), ...before.slice(removedEnd)],
  };
};
