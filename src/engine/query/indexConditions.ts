import { toUtcDateTime } from '../../schema/toUtcDateTime.js';
import type { IdList, ListBounds } from '../../store/Store.js';
import type { IndexedPath, ResourceSchema } from '../define/ResourceSchema.js';
import { orderedField } from './indexOrder.js';
import { type Conjunct, conjuncts, type PathLeaf, pathLeaf } from './predicate/conjuncts.js';
import type { Predicate } from './predicate/Predicate.js';
import { exactTexts, type ValueCondition, valueAnswer } from './valueConditions.js';

/** The only resources that can match, named by id or by a unique field. */
export interface NamedValues {
  readonly field: string;
  readonly values: readonly string[];
  /** Where the values are ids of exclusive targets: the type of the targets, whose holders are the resources. */
  readonly heldTypeId?: string;
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

/** Collects the conditions of one predicate. */
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
    if (leaf !== undefined && this.#addNamed(leaf)) return conjunct.isExact;
    const { conditions, isComplete } = valueAnswer(conjunct, this.indexOf);
    this.values.push(...conditions);
    return conditions.length > 0 ? isComplete : leaf !== undefined && conjunct.isExact && this.#addBounds(leaf);
  }

  /** Takes a comparison that names resources; two of them in one predicate are rare. */
  #addNamed({ path, leaf }: PathLeaf): boolean {
    const { unique, heldTargets } = this.resourceType;
    const heldTypeId = heldTargets.get(path);
    const isNamed = path === 'id' || heldTypeId !== undefined || unique.includes(path);
    const values = isNamed && leaf.kind !== 'contains' ? exactTexts(leaf) : undefined;
    if (values === undefined || this.named !== undefined) return false;
    this.named = { field: path, values, heldTypeId };
    return true;
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

/** Finds the parts of a predicate that indexes can answer; `fieldIndexes` are those of custom fields. */
export const indexConditions = (
  resourceType: ResourceSchema,
  predicate: Predicate | undefined,
  fieldIndexes?: ReadonlyMap<string, IndexedPath>,
): IndexConditions => {
  const collector = new ConditionCollector(
    resourceType,
    path => resourceType.indexByPath.get(path) ?? fieldIndexes?.get(path),
  );
  let complete = true;
  for (const conjunct of predicate === undefined ? [] : conjuncts(predicate))
    if (!collector.add(conjunct)) complete = false;
  const { named, values, bounds } = collector;
  return { named, values, bounds, complete };
};
