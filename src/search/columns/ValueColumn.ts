import { LRUCache } from 'lru-cache';
import { spendWork } from '../../base/shedding/boundedWork.js';
import { measureValues } from '../match/measureExpression.js';
import type { Expression } from '../query/ast.js';
import { BucketTable } from './BucketTable.js';
import { CodeLists } from './CodeLists.js';
import { firstSize, withRoom } from './withRoom.js';

/** The list of a document, its rows or the elements within a row, to which the values of a column belong. */
export type Level = 'document' | 'row' | 'element';

/** Expressions whose results a column keeps, of a byte for each code. */
const keptTests = 20;
/** Divisions into buckets that a column keeps, of four bytes for each code. */
const keptTables = 4;
/** A table with more buckets is made for each search. */
const keptBucketsMax = 1_000;

const listMark = '\0';

/** Returns a key that no other list of values has: a single value itself, or the text of the list. */
const keyOf = (values: readonly unknown[]): unknown => {
  const [value, ...others] = values;
  const isPlain = typeof value === 'string' ? !value.startsWith(listMark) : typeof value !== 'object';
  return isPlain && others.length === 0 ? value : listMark + JSON.stringify(values);
};

/** For each code, 1 if its values match an expression. */
interface CodeTest {
  results: Uint8Array;
  /** The number of codes that have results. */
  known: number;
}

/**
 * The values of one search field in all documents: each distinct list of values has a code, and each document, row or
 * element has the code of its list. An expression is compared with each distinct list once.
 */
export class ValueColumn {
  codes: Int32Array;
  readonly #lists: (readonly unknown[])[] = [[]];
  readonly #codesByKey = new Map<unknown, number>();
  readonly #tests = new LRUCache<string, CodeTest>({ max: keptTests });
  readonly #tables = new LRUCache<string, BucketTable<unknown>>({ max: keptTables });
  /** The codes of whole documents; not used by columns of documents. */
  readonly listed = new CodeLists();

  constructor(
    readonly level: Level,
    count = firstSize,
  ) {
    this.codes = new Int32Array(count);
  }

  /** The number of codes; 0 is that of an empty list. */
  get codeCount(): number {
    return this.#lists.length;
  }

  valuesOf(code: number): readonly unknown[] {
    return this.#lists[code] ?? [];
  }

  set(at: number, values: readonly unknown[]): void {
    this.codes = withRoom(this.codes, at);
    this.codes[at] = values.length === 0 ? 0 : this.#codeOf(values);
  }

  /** Returns for each code whether its values match. */
  testsOf(expression: Expression): Uint8Array {
    const key = JSON.stringify({ ...expression, field: undefined });
    let test = this.#tests.get(key);
    if (test === undefined) this.#tests.set(key, (test = { results: new Uint8Array(firstSize), known: 0 }));
    if (test.known === this.codeCount) return test.results;
    const measure = measureValues(expression);
    test.results = withRoom(test.results, this.codeCount - 1);
    spendWork(this.codeCount - test.known);
    for (; test.known < this.codeCount; test.known++)
      test.results[test.known] = measure(this.#lists[test.known]!) > 0 ? 1 : 0;
    return test.results;
  }

  /**
   * Divides the codes into buckets, and returns what `use` makes of them. The same name stands for the same buckets of
   * each list of values.
   */
  withBuckets<Name, Result>(
    name: string,
    namesOf: (values: readonly unknown[]) => readonly Name[],
    use: (table: BucketTable<Name>) => Result,
  ): Result {
    const known = this.#tables.get(name) as BucketTable<Name> | undefined;
    const table = known ?? new BucketTable(this, namesOf);
    table.makeRoom(this.codeCount);
    const result = use(table);
    if (known === undefined && table.names.length <= keptBucketsMax) this.#tables.set(name, table);
    return result;
  }

  #codeOf(values: readonly unknown[]): number {
    const key = keyOf(values);
    let code = this.#codesByKey.get(key);
    if (code === undefined) {
      code = this.#lists.push([...values]) - 1;
      this.#codesByKey.set(key, code);
    }
    return code;
  }
}
