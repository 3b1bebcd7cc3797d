/** Finds the changed part of an array's text: elements that an update passes on keep their bytes. */
import { toJsonText } from './json.js';
import { elementEnd } from './scanSpans.js';

export interface ArrayChange {
  /** Bytes of the previous body that stay: those up to `from` and from `to` on. */
  readonly from: number;
  readonly to: number;
  /** The end of the array. */
  readonly end: number;
  /** The text that is written between them. */
  readonly text: string;
  /** Returns the array as parsed from its new text. */
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

/** The numbers of elements that two versions of an array share: the same objects at its start and at its end. */
export interface SharedElements {
  readonly first: number;
  readonly last: number;
}

export const sharedElements = (before: readonly unknown[], after: readonly unknown[]): SharedElements => {
  const first = sameFromStart(before, after);
  return { first, last: sameFromEnd(before, after, Math.min(before.length, after.length) - first) };
};

export const unsharedOf = <T>(list: readonly T[], { first, last }: SharedElements): readonly T[] =>
  list.slice(first, list.length - last);

export const sharedOf = <T>(list: readonly T[], { first, last }: SharedElements): readonly T[] =>
  last === 0 ? list.slice(0, first) : [...list.slice(0, first), ...list.slice(list.length - last)];

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
  const shared = sharedElements(before, after);
  const { first, last } = shared;
  if (first + last === 0) return undefined;
  const text = last === 0 && first === before.length ? '' : body.toString('latin1', start, end);
  const endOf = (count: number): number => (count === before.length ? end - 1 : start + elementEnd(text, count));
  const removedEnd = before.length - last;
  const changed = unsharedOf(after, shared)
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
