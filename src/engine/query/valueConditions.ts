/** Conditions that indexes by value can answer. */
import { toUtcDateTime } from '../../schema/toUtcDateTime.js';
import type { IdList } from '../../store/Store.js';
import { hashedValue } from '../define/hashedValue.js';
import { type IndexedPath, indexedValueLengthMax } from '../define/ResourceSchema.js';
import { type Conjunct, conjuncts, type Leaf, pathLeaf } from './predicate/conjuncts.js';
import type { Literal, Predicate } from './predicate/Predicate.js';

/** An id in one of the lists satisfies the condition; an id may be in several of them. */
export interface ValueCondition {
  readonly lists: readonly IdList[];
}

/** Conditions that every match of a part satisfies. */
export interface ValueAnswer {
  readonly conditions: readonly ValueCondition[];
  /** Whether a resource that satisfies all conditions matches the part. */
  readonly isComplete: boolean;
}

type FindIndex = (path: string) => IndexedPath | undefined;

const noAnswer: ValueAnswer = { conditions: [], isComplete: false };

/** The values that a leaf asks for; undefined where the comparison means more than equality. */
const literalsOf = (leaf: Leaf): readonly Literal[] | undefined => {
  if (leaf.kind !== 'compare') return leaf.values;
  return leaf.operator === '=' ? [leaf.value] : undefined;
};

/** The values as an index by value holds them; undefined where the index does not hold all that equal them. */
export const exactTexts = (leaf: Leaf, holds: IndexedPath['holds'] = 'string'): string[] | undefined => {
  // Values of another type equal none of those that the index holds.
  const texts = literalsOf(leaf)
    ?.filter(literal => typeof literal === holds)
    .map(String);
  const isExact = texts?.every(text => toUtcDateTime(text) === undefined && text.length <= indexedValueLengthMax);
  return isExact === true ? [...new Set(texts)] : undefined;
};

const leafAnswer = (leaf: Leaf, { path, holds, hashed }: IndexedPath, isExact: boolean): ValueAnswer => {
  const texts = hashed ? literalsOf(leaf)?.map(hashedValue) : exactTexts(leaf, holds);
  if (texts === undefined) return noAnswer;
  const lists = [...new Set(texts)].map((value): IdList => ({ by: 'value', path, value }));
  return leaf.kind === 'contains' && leaf.mode === 'all'
    ? { conditions: lists.map(list => ({ lists: [list] })), isComplete: false }
    : // A single value equals what is asked for, but only a list can contain it.
      { conditions: [{ lists }], isComplete: isExact && !hashed && leaf.kind !== 'contains' };
};

/** One condition for all alternatives; none where an alternative has none. */
const alternativesAnswer = (alternatives: readonly Predicate[], { parents, isExact }: Conjunct, indexOf: FindIndex) => {
  const answers = alternatives.map(alternative => {
    const parts = conjuncts(alternative, parents, isExact).map(part => valueAnswer(part, indexOf));
    const [condition] = parts.flatMap(({ conditions }) => conditions);
    return { condition, isComplete: parts.length === 1 && parts[0]?.isComplete === true };
  });
  if (answers.some(({ condition }) => condition === undefined)) return noAnswer;
  return {
    conditions: [{ lists: answers.flatMap(({ condition }) => condition?.lists ?? []) }],
    isComplete: answers.every(({ isComplete }) => isComplete),
  };
};

export const valueAnswer = (conjunct: Conjunct, indexOf: FindIndex): ValueAnswer => {
  const { part, parents, isExact } = conjunct;
  if (part.kind === 'or') return alternativesAnswer(part.parts, conjunct, indexOf);
  const leaf = pathLeaf(part, parents);
  const index = leaf && indexOf(leaf.path);
  return index === undefined ? noAnswer : leafAnswer(leaf!.leaf, index, isExact);
};
