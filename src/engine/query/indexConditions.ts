import { type ResourceSchema, type IndexedPath, indexedValueLengthMax } from '../define/ResourceSchema.js';
import type { SortKey } from './predicate/comparisons.js';
import { toUtcDateTime } from '../schema/dateTimes.js';
import type { IdList, ListBounds } from '../../store/DataStore.js';
import { hashedValue } from '../define/compileIndexes.js';
import { type Conjunct, conjuncts, type Leaf, pathLeaf, type PathLeaf } from './predicate/bodyFilter.js';
import type { Literal, Predicate } from './predicate/Predicate.js';

export type Direction = 'asc' | 'desc';

export interface IndexOrder {
  readonly by: 'id' | 'createdAt' | 'lastModifiedAt';
  readonly direction: Direction;
}

/** The field whose list has the order of a field, or undefined where no list has it. */
const orderedField = ({ isImmutable }: ResourceSchema, field: string): IndexOrder['by'] | undefined => {
  if (field === 'id' || field === 'createdAt') return field;
  if (field !== 'lastModifiedAt') return undefined;
  return isImmutable ? 'createdAt' : field;
};

/**
 * The order that an index has for a sort, or undefined where the resources themselves must be compared. Without `sort`
 * it is the order of creation. Further keys behind `id` cannot matter, nor can `id` behind a time.
 */
export const indexOrder = (resourceType: ResourceSchema, sort: readonly SortKey[]): IndexOrder | undefined => {
  const [first, second] = sort;
  if (first === undefined) return { by: 'createdAt', direction: 'asc' };
  const [field = ''] = first.path.length === 1 ? first.path : [];
  const by = orderedField(resourceType, field);
  if (by === undefined) return undefined;
  const isSameDirection =
    second === undefined || (second.path.join('.') === 'id' && second.direction === first.direction);
  return field === 'id' || isSameDirection ? { by, direction: first.direction } : undefined;
};

/** An id in one of the lists satisfies the condition; an id may be in several of them. */
export interface ValueCondition {
  readonly lists: readonly IdList[];
}

/** Conditions that every match of a part satisfies. */
interface ValueAnswer {
  readonly conditions: readonly ValueCondition[];
  /** True if a resource that satisfies all conditions matches the part. */
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
const exactTexts = (leaf: Leaf, holds: IndexedPath['holds'] = 'string'): string[] | undefined => {
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
    : // A single value may equal the wanted one, but only a list can contain it.
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

const valueAnswer = (conjunct: Conjunct, indexOf: FindIndex): ValueAnswer => {
  const { part, parents, isExact } = conjunct;
  if (part.kind === 'or') return alternativesAnswer(part.parts, conjunct, indexOf);
  const leaf = pathLeaf(part, parents);
  const index = leaf && indexOf(leaf.path);
  return index === undefined ? noAnswer : leafAnswer(leaf!.leaf, index, isExact);
};

/** The only resources that can match, named by id or by a unique field. */
export interface NamedValues {
  readonly field: string;
  readonly values: readonly string[];
  /** The type of the targets, where the values are ids of exclusive targets and the resources hold them. */
  readonly heldTypeId?: string;
  /** Resources that another alternative of the predicate names. */
  readonly or?: readonly NamedValues[];
}

/** The parts of a predicate that indexes can answer; the rest is left to the compiled predicate. */
export interface IndexConditions {
  readonly named?: NamedValues;
  readonly values: readonly ValueCondition[];
  /** Bounds on the lists by `id`, `createdAt` and `lastModifiedAt`. */
  readonly bounds: ReadonlyMap<IdList['by'], ListBounds>;
  /** True if the indexes answer the whole predicate, so that no body needs to be parsed. */
  readonly complete: boolean;
}

const boundsOfOperator = new Map<string, (bound: string) => Partial<ListBounds>>([
  ['=', bound => ({ from: bound, to: bound })],
  ['>', bound => ({ from: `(${bound}` })],
  ['>=', bound => ({ from: bound })],
  ['<', bound => ({ to: `(${bound}` })],
  ['<=', bound => ({ to: bound })],
]);

/** The bounds that a comparison sets on the list by `id` or by a time. */
const leafBounds = ({ path, leaf }: PathLeaf): ListBounds | undefined => {
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

/** The resources that a comparison names: by id, by a unique value, or by a target that they hold. */
const leafNames = (resourceType: ResourceSchema, { path, leaf }: PathLeaf): NamedValues | undefined => {
  const values = leaf.kind === 'contains' ? undefined : exactTexts(leaf);
  if (values === undefined) return undefined;
  const { unique, heldTargets, claimAt } = resourceType;
  const heldTypeId = heldTargets.get(path);
  if (path === 'id' || heldTypeId !== undefined || unique.includes(path)) return { field: path, values, heldTypeId };
  const claims = values.map(value => claimAt?.(path, value)).filter(claim => claim !== undefined);
  return claims.length < values.length || claims[0] === undefined
    ? undefined
    : { field: claims[0].path, values: claims.map(({ value }) => value) };
};

/** The resources that the alternatives of a predicate name; undefined where one of them names none. */
const alternativeNames = (
  resourceType: ResourceSchema,
  alternatives: readonly Predicate[],
  { parents, isExact }: Conjunct,
): NamedValues | undefined => {
  const named: NamedValues[] = [];
  for (const alternative of alternatives) {
    const leaves = conjuncts(alternative, parents, isExact).map(({ part, parents: path }) => pathLeaf(part, path));
    const found = leaves.map(leaf => leaf && leafNames(resourceType, leaf)).find(names => names !== undefined);
    if (found === undefined) return undefined;
    named.push(found);
  }
  const [first, ...or] = named;
  return first && { ...first, or };
};

class ConditionCollector {
  named: NamedValues | undefined;
  readonly values: ValueCondition[] = [];
  readonly bounds = new Map<IdList['by'], ListBounds>();

  constructor(
    private readonly resourceType: ResourceSchema,
    private readonly indexOf: (path: string) => IndexedPath | undefined,
  ) {}

  /** Takes a part; false where the compiled predicate must still check it. */
  add(conjunct: Conjunct): boolean {
    const leaf = pathLeaf(conjunct.part, conjunct.parents);
    if (this.#addNamed(conjunct, leaf)) return conjunct.isExact;
    const { conditions, isComplete } = valueAnswer(conjunct, this.indexOf);
    this.values.push(...conditions);
    return conditions.length > 0 ? isComplete : leaf !== undefined && conjunct.isExact && this.#addBounds(leaf);
  }

  /** Takes a comparison that names resources; two of them in one predicate are rare. */
  #addNamed(conjunct: Conjunct, leaf: PathLeaf | undefined): boolean {
    if (this.named !== undefined) return false;
    const { part } = conjunct;
    this.named =
      leaf === undefined
        ? part.kind === 'or'
          ? alternativeNames(this.resourceType, part.parts, conjunct)
          : undefined
        : leafNames(this.resourceType, leaf);
    return this.named !== undefined;
  }

  #addBounds(pathAndLeaf: PathLeaf): boolean {
    const by = orderedField(this.resourceType, pathAndLeaf.path);
    const added = by && leafBounds(pathAndLeaf);
    const joined = added && joinBounds(this.bounds.get(by), added);
    if (by === undefined || joined === undefined) return false;
    this.bounds.set(by, joined);
    return true;
  }
}

/**
 * Finds the parts of a predicate that indexes can answer; `fieldIndexes` are those of custom fields. Indexes of staged
 * data answer no query that sees published data alone.
 */
export const indexConditions = (
  resourceType: ResourceSchema,
  predicate: Predicate | undefined,
  fieldIndexes?: ReadonlyMap<string, IndexedPath>,
  publishedOnly = false,
): IndexConditions => {
  const hiddenPath = publishedOnly ? resourceType.published?.staged : undefined;
  const collector = new ConditionCollector(resourceType, path =>
    hiddenPath !== undefined && path.startsWith(`${hiddenPath}.`)
      ? undefined
      : (resourceType.indexByPath.get(path) ?? fieldIndexes?.get(path)),
  );
  let complete = true;
  for (const conjunct of predicate === undefined ? [] : conjuncts(predicate))
    if (!collector.add(conjunct)) complete = false;
  const { named, values, bounds } = collector;
  return { named, values, bounds, complete };
};
