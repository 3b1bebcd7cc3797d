import { spendWork } from '../../base/shedding/boundedWork.js';
import { withRoom } from './withRoom.js';

/** The mark of a code that has values in `bits`, beside a bit for each of its buckets. */
export const hasValues = 1 << 31;
/** The greatest number of buckets in `bits`. */
const bitsMax = 31;

const unknownCode = -3;
const manyBuckets = -2;
const noBucket = -1;

/** The buckets of a facet, and which of them each code of a column is in. */
export class BucketTable<Name> {
  readonly names: Name[] = [];
  readonly #numbers = new Map<Name, number>();
  /** The only bucket of a code, or one of the marks above. */
  single = new Int32Array(0);
  #bits = new Int32Array(0);
  /** The number of codes that have bits. */
  #knownBits = 0;
  readonly #many = new Map<number, readonly number[]>();

  constructor(
    private readonly column: { valuesOf(code: number): readonly unknown[] },
    private readonly namesOf: (values: readonly unknown[]) => readonly Name[],
  ) {}

  /** Prepares for codes that the column has got. */
  makeRoom(codeCount: number): void {
    const { length } = this.single;
    this.single = withRoom(this.single, codeCount - 1);
    this.single.fill(unknownCode, length);
  }

  /** Returns the buckets of a code: the number of the only one, a list, or undefined for none. */
  bucketsOf(code: number): number | readonly number[] | undefined {
    let bucket = this.single[code]!;
    if (bucket === unknownCode) bucket = this.#find(code);
    if (bucket >= 0) return bucket;
    return bucket === manyBuckets ? this.#many.get(code) : undefined;
  }

  /**
   * Returns the buckets of each code as bits, the greatest of which tells a list that is not empty; undefined where
   * there are too many buckets.
   */
  bitsOf(codeCount: number): Int32Array | undefined {
    const { length } = this.#bits;
    if (this.names.length <= bitsMax && length < codeCount) this.#bits = withRoom(this.#bits, codeCount - 1);
    spendWork(Math.max(0, codeCount - this.#knownBits));
    for (let code = this.#knownBits; code < codeCount && this.names.length <= bitsMax; code++) {
      const buckets = this.bucketsOf(code) ?? [];
      const bits = [buckets].flat().reduce((all, bucket) => all | (1 << bucket), code === 0 ? 0 : hasValues);
      this.#bits[code] = bits;
      this.#knownBits = code + 1;
    }
    return this.names.length > bitsMax ? undefined : this.#bits;
  }

  #find(code: number): number {
    const buckets = this.namesOf(this.column.valuesOf(code)).map(name => this.#numberOf(name));
    if (buckets.length > 1) this.#many.set(code, buckets);
    return (this.single[code] = buckets.length > 1 ? manyBuckets : (buckets[0] ?? noBucket));
  }

  #numberOf(name: Name): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }
}
