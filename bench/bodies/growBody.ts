/** Makes the largest body of a kind that the limits allow. */
import { limits } from '../../src/base/config/limits.js';
import { type Filling, restartTexts, TooLarge } from './fillSchema.js';
import { bodyBytesMax, type BodyWorld, visitorBytesMax } from './HostileBody.js';

/** Lists with more elements would need a body larger than any limit allows. */
const countMax = 2 ** 22;
const bisections = 4;
/** Bounds the other members of the draft that a body begins with. */
const othersMax = 100;

interface Bounds {
  readonly bytes: number;
  readonly values: number;
}

export const boundsOf = (isOwn: boolean): Bounds =>
  isOwn
    ? { bytes: visitorBytesMax, values: limits.visitorBodyValuesMax - othersMax }
    : { bytes: bodyBytesMax, values: limits.bodyValuesMax - othersMax };

export const filling = ({ ids }: BodyWorld, more: Partial<Filling> = {}): Filling => ({
  ids,
  count: 1,
  textLength: 10,
  isWhole: true,
  left: { values: Infinity },
  ...more,
});

/** Makes a body with as many elements of each list as the bounds allow; `make` gets their number. */
export const growBody = (
  make: (more: Pick<Filling, 'count' | 'left'>) => string,
  { bytes, values }: Bounds,
): string => {
  const makeWithin = (count: number): string | undefined => {
    restartTexts();
    try {
      const body = make({ count, left: { values } });
      return Buffer.byteLength(body) > bytes ? undefined : body;
    } catch (error) {
      if (error instanceof TooLarge) return undefined;
      throw error;
    }
  };
  let largest = makeWithin(1) ?? '';
  let [count, tooMany] = [1, 2];
  for (; tooMany <= countMax; tooMany *= 2) {
    const next = makeWithin(tooMany);
    if (next === undefined) break;
    if (next.length === largest.length) return largest;
    [largest, count] = [next, tooMany];
  }
  for (let tried = 0; tried < bisections && tooMany - count > 1; tried++) {
    const middle = Math.floor((count + tooMany) / 2);
    const next = makeWithin(middle);
    if (next === undefined) tooMany = middle;
    else [largest, count] = [next, middle];
  }
  return largest;
};
