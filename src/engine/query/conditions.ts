/** Which parts of a predicate the indexes can answer. What they cannot is left to the compiled predicate. */
import type { IdList, ListBounds } from '../../store/Store.js';
import { indexedValueLengthMax } from '../define/ResourceSchema.js';
import type { Literal, Predicate } from './predicate/ast.js';
import { conjuncts, type Leaf } from './predicate/conjuncts.js';
import { toUtcDateTime } from './predicate/instant.js';
import type { Index } from '../define/ResourceSchema.js';
import type { ResourceType } from '../define/ResourceType.js';

/** An id satisfies it when one of the lists holds it; several are disjoint unless the path leads through a list. */
export interface ValueCondition {
  readonly lists: readonly IdList[];
}

/** The only resources that can match, named by id or by a unique field. */
export interface Named {
  readonly field: string;
  readonly values: readonly string[];
}

export interface Conditions {
  readonly named?: Named;
  readonly values: readonly ValueCondition[];
  /** Bounds on the lists by `id`, `createdAt` and `lastModifiedAt`. */
  readonly spans: ReadonlyMap<IdList['by'], ListBounds>;
  /** Whether the indexes tell the whole predicate, so that no body needs to be looked into. */
  readonly complete: boolean;
}

/** Values, as texts, that an index of one type can be asked for; undefined when the comparison means more than equality. */
const exactTexts = (leaf: Leaf, holds: Index['holds'] = 'string'): string[] | undefined => {
  if (leaf.kind === 'compare' && leaf.operator !== '=') return undefined;
  const literals: readonly Literal[] = leaf.kind === 'in' ? leaf.values : [leaf.value];
  // Values of another type equal none of those that the index holds.
  const texts = literals.filter(literal => typeof literal === holds).map(String);
  const plain = texts.every(text => toUtcDateTime(text) === undefined && text.length <= indexedValueLengthMax);
  return plain ? [...new Set(texts)] : undefined;
};

const bounds = new Map<string, (bound: string) => Partial<ListBounds>>([
  ['=', bound => ({ from: bound, to: bound })],
  ['>', bound => ({ from: `(${bound}` })],
  ['>=', bound => ({ from: bound })],
  ['<', bound => ({ to: `(${bound}` })],
  ['<=', bound => ({ to: bound })],
]);

/** One condition per list is used as a span; a second one on the same list is left to the predicate. */
const spanOf = (path: string, leaf: Leaf): ListBounds | undefined => {
  if (leaf.kind !== 'compare' || typeof leaf.value !== 'string') return undefined;
  const time = path === 'id' ? leaf.value : toUtcDateTime(leaf.value);
  if (time === undefined || (path === 'id' && toUtcDateTime(leaf.value) !== undefined)) return undefined;
  const bound = path === 'id' ? time : String(Date.parse(time));
  return { from: '-', to: '+', ...bounds.get(leaf.operator)!(bound) };
};

/** `createdAt > a and createdAt < b`: the ends that the two spans fix. */
const meet = (a: ListBounds | undefined, b: ListBounds): ListBounds | undefined => {
  if (a === undefined) return b;
  if (a.from === '-' && b.to === '+') return { from: b.from, to: a.to };
  return a.to === '+' && b.from === '-' ? { from: a.from, to: b.to } : undefined;
};

const timeLists = new Set(['createdAt', 'lastModifiedAt']);

export const readConditions = (resourceType: ResourceType, predicate: Predicate | undefined): Conditions => {
  let named: Named | undefined;
  const values: ValueCondition[] = [];
  const spans = new Map<IdList['by'], ListBounds>();
  let complete = true;
  const indexed = new Map(resourceType.indexes.map(index => [index.path, index]));
  const unique = new Set(['id', ...resourceType.unique]);

  const use = (path: string, leaf: Leaf): boolean => {
    const texts = exactTexts(leaf, indexed.get(path)?.holds);
    if (unique.has(path) && texts !== undefined) {
      if (named !== undefined) return false;
      named = { field: path, values: texts };
      return true;
    }
    if (indexed.has(path) && texts !== undefined) {
      values.push({ lists: texts.map(value => ({ by: 'value', path, value })) });
      // What stands in two of the lists would count twice.
      return texts.length < 2 || !indexed.get(path)!.many;
    }
    if (path !== 'id' && !timeLists.has(path)) return false;
    const by = (resourceType.definition.immutable === true && path === 'lastModifiedAt' ? 'createdAt' : path) as
      | 'id'
      | 'createdAt'
      | 'lastModifiedAt';
    const span = spanOf(path, leaf);
    const joint = span && meet(spans.get(by), span);
    if (joint === undefined) return false;
    spans.set(by, joint);
    return true;
  };

  for (const { path, predicate: leaf } of predicate === undefined ? [] : conjuncts(predicate))
    if (path === undefined || !use(path, leaf)) complete = false;
  return { named, values, spans, complete };
};
