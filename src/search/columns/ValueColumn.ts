import { LRUCache } from 'lru-cache';
import { spendWork } from '../../base/shedding/boundedWork.js';
import { measureValues } from '../match/measureExpression.js';
import type { Expression } from '../query/ast.js';

/** The list of a document, its rows or the elements within a row, to which the values of a column belong. */
export type Level = 'document' | 'row' | 'element';

/** Expressions whose results a column keeps, of a byte for each code. */
const keptTests = 20;
const firstSize = 64;

/** Returns an array that has the place `at`; its length at least doubles. */
export const withRoom = <A extends Int32Array | Float64Array | Uint8Array>(array: A, at: number): A => {
  if (at < array.length) return array;
  const grown = new (array.constructor as new (length: number) => A)(Math.max(2 * array.length, at + 1, firstSize));
  grown.set(array);
  return grown;
};

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
