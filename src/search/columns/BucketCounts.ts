import { type BucketTable, hasValues } from './BucketTable.js';
import { spendPass } from './evaluateQuery.js';
import type { Units } from './Units.js';
import { withRoom } from './withRoom.js';

/** The counts of the buckets of a facet in one search. */
export class BucketCounts<Name> {
  #counts: Int32Array;
  /** The last unit that was counted in a bucket; numbers of units are above 0. */
  #lastUnit: Int32Array;

  constructor(private readonly table: BucketTable<Name>) {
    this.#counts = new Int32Array(table.names.length);
    this.#lastUnit = new Int32Array(table.names.length);
  }

  /**
   * Counts each unit once in each bucket of its codes. A unit without values has the buckets of an empty list, unless
   * `isEmptyLeftOut` and it has no parts.
   */
  addUnits(units: Units, codes: Int32Array, codeCount: number, isEmptyLeftOut: boolean): void {
    const { places, starts, ends, parts } = units;
    spendPass(2 * (parts ?? codes).length);
    const bits = this.table.bitsOf(codeCount);
    if (bits !== undefined) return this.#addBits(units, codes, bits, isEmptyLeftOut);
    const { single } = this.table;
    // They are replaced when a code is in a new bucket.
    let [counts, lastUnit] = [this.#counts, this.#lastUnit];
    for (let unit = 0; unit < places.length; unit++) {
      const from = starts[places[unit]!]!;
      const to = ends[places[unit]!]!;
      let isEmpty = true;
      for (let at = from; at < to; at++) {
        const code = codes[parts === undefined ? at : parts[at]!]!;
        if (code === 0) continue;
        isEmpty = false;
        const bucket = single[code]!;
        if (bucket < 0 || bucket >= lastUnit.length) {
          this.add(code, unit + 1, 1);
          [counts, lastUnit] = [this.#counts, this.#lastUnit];
        } else if (lastUnit[bucket] !== unit + 1) {
          lastUnit[bucket] = unit + 1;
          counts[bucket]!++;
        }
      }
      if (isEmpty && (to > from || !isEmptyLeftOut)) this.add(0, unit + 1, 1);
    }
  }

  /** Counts `by` in each bucket of a code that has not counted the unit. */
  add(code: number, unit: number, by: number): void {
    const buckets = this.table.bucketsOf(code);
    if (buckets === undefined) return;
    if (typeof buckets === 'number') this.#addTo(buckets, unit, by);
    else for (const each of buckets) this.#addTo(each, unit, by);
  }

  /** Returns the buckets that counted a unit. */
  entries(): [name: Name, count: number][] {
    return this.table.names.flatMap((name, at) => (this.#counts[at]! > 0 ? [[name, this.#counts[at]!]] : []));
  }

  #addBits({ places, starts, ends, parts }: Units, codes: Int32Array, bits: Int32Array, isEmptyLeftOut: boolean): void {
    const counts = (this.#counts = withRoom(this.#counts, this.table.names.length - 1));
    const ofEmpty = bits[0]!;
    for (let unit = 0; unit < places.length; unit++) {
      const from = starts[places[unit]!]!;
      const to = ends[places[unit]!]!;
      let found = 0;
      if (parts === undefined) for (let at = from; at < to; at++) found |= codes[at] === 0 ? 0 : bits[codes[at]!]!;
      else for (let at = from; at < to; at++) found |= codes[parts[at]!] === 0 ? 0 : bits[codes[parts[at]!]!]!;
      if (found === 0 && (to > from || !isEmptyLeftOut)) found = ofEmpty;
      for (let left = found & ~hasValues; left !== 0; left &= left - 1) counts[31 - Math.clz32(left & -left)]!++;
    }
  }

  #addTo(bucket: number, unit: number, by: number): void {
    if (bucket >= this.#counts.length) {
      this.#counts = withRoom(this.#counts, bucket);
      this.#lastUnit = withRoom(this.#lastUnit, bucket);
    }
    if (this.#lastUnit[bucket] === unit) return;
    this.#lastUnit[bucket] = unit;
    this.#counts[bucket]! += by;
  }
}
