import { toUtcDateTime } from '../../schema/toUtcDateTime.js';
import type { IdList, ListBounds } from '../../store/Store.js';
import { type IndexedPath, indexedValueLengthMax, type ResourceSchema } from '../define/ResourceSchema.js';
import { orderedField } from './indexOrder.js';
import { conjuncts, type Leaf } from './predicate/conjuncts.js';
import type { Literal, Predicate } from './predicate/Predicate.js';

/**
 * A condition on an indexed value: an id in one of the lists satisfies it. The lists are disjoint unless the path leads
 * through a list.
 */
export interface ValueCondition {
  readonly lists: readonly IdList[];
}

/** The only resources that can match, named by id or by a unique field. */
export interface NamedValues {
  readonly field: string;
  readonly values: readonly string[];
}

/** The parts of a predicate that indexes can answer; the rest is left to the compiled predicate. */
export interface IndexConditions {
  readonly named?: NamedValues;
  readonly values: readonly ValueCondition[];
  /** Bounds on the lists by `id`, `createdAt` and `lastModifiedAt`. */
  readonly bounds: ReadonlyMap<IdList['by'], ListBounds>;
  /** Whether the indexes answer the whole predicate, so that no body needs to be parsed. */
  readonly complete: boolean;
}

/**
 * The values, as texts, that an index of one type can be asked for; undefined where the comparison means more than
 * equality.
 */
const exactTexts = (leaf: Leaf, holds: IndexedPath['holds'] = 'string'): string[] | undefined => {
  if (leaf.kind === 'compare' && leaf.operator !== '=') return undefined;
  const literals: readonly Literal[] = leaf.kind === 'in' ? leaf.values : [leaf.value];
  // Values of another type equal none of those that the index holds.
  const texts = literals.filter(literal => typeof literal === holds).map(String);
  const isExact = texts.every(text => toUtcDateTime(text) === undefined && text.length <= indexedValueLengthMax);
  return isExact ? [...new Set(texts)] : undefined;
};

const boundsOfOperator = new Map<string, (bound: string) => Partial<ListBounds>>([
  ['=', bound => ({ from: bound, to: bound })],
  ['>', bound => ({ from: `(${bound}` })],
  ['>=', bound => ({ from: bound })],
  ['<', bound => ({ to: `(${bound}` })],
  ['<=', bound => ({ to: bound })],
]);

/** The bounds that a comparison sets on the list by `id` or by a time. */
const leafBounds = (path: string, leaf: Leaf): ListBounds | undefined => {
  if (leaf.kind !== 'compare' || typeof leaf.value !== 'string') return undefined;
  const time = toUtcDateTime(leaf.value);
  // An id that reads as a date-time would be compared as a time.
  if ((path === 'id') !== (time === undefined)) return undefined;
  const bound = time === undefined ? leaf.value : String(Date.parse(time));
  return { from: '-', to: '+', ...boundsOfOperator.get(leaf.operator)?.(bound) };
};

/**
 * Joins two bounds that fix different ends: `createdAt > a and createdAt < b`. A second bound on one end is left to the
 * predicate.
 */
const joinBounds = (a: ListBounds | undefined, b: ListBounds): ListBounds | undefined => {
  if (a === undefined) return b;
  if (a.from === '-' && b.to === '+') return { from: b.from, to: a.to };
  return a.to === '+' && b.from === '-' ? { from: a.from, to: b.to } : undefined;
};

/** Collects the conditions of one predicate. */
class ConditionCollector {
  named: NamedValues | undefined;
  readonly values: ValueCondition[] = [];
  readonly bounds = new Map<IdList['by'], ListBounds>();
  readonly #indexes: ReadonlyMap<string, IndexedPath>;
  readonly #unique: ReadonlySet<string>;

  constructor(private readonly resourceType: ResourceSchema) {
    this.#indexes = new Map(resourceType.indexes.map(index => [index.path, index]));
    this.#unique = new Set(['id', ...resourceType.unique]);
  }

  /** Takes a comparison; false where the compiled predicate must still check it. */
  add(path: string, leaf: Leaf): boolean {
    const index = this.#indexes.get(path);
    const texts = exactTexts(leaf, index?.holds);
    if (texts !== undefined && this.#unique.has(path)) return this.#addNamed(path, texts);
    if (texts !== undefined && index !== undefined) return this.#addValues(index, texts);
    return this.#addBounds(path, leaf);
  }

  #addNamed(field: string, values: readonly string[]): boolean {
    if (this.named !== undefined) return false;
    this.named = { field, values };
    return true;
  }

  #addValues({ path, many }: IndexedPath, texts: readonly string[]): boolean {
    this.values.push({ lists: texts.map(value => ({ by: 'value', path, value })) });
    // An id in two of the lists would count twice.
    return texts.length < 2 || !many;
  }

  #addBounds(path: string, leaf: Leaf): boolean {
    const by = orderedField(this.resourceType, path);
    const added = by && leafBounds(path, leaf);
    const joined = added && joinBounds(this.bounds.get(by), added);
    if (by === undefined || joined === undefined) return false;
    this.bounds.set(by, joined);
    return true;
  }
}

/** Finds the parts of a predicate that indexes can answer. */
export const indexConditions = (resourceType: ResourceSchema, predicate: Predicate | undefined): IndexConditions => {
  const collector = new ConditionCollector(resourceType);
  let complete = true;
  for (const { path, predicate: leaf } of predicate === undefined ? [] : conjuncts(predicate))
    if (path === undefined || !collector.add(path, leaf)) complete = false;
  const { named, values, bounds } = collector;
  return { named, values, bounds, complete };
};
