/** Facets of both product searches as counts of units, which add up over several sets of documents. */
import { type Expression, expressionsIn, type Facet, type Query } from '../query/ast.js';
import type { ColumnField } from './DocumentColumns.js';
import { columnFieldOf } from './evaluateQuery.js';

/** The units with each name, or how often each value occurs; without a field, the units at `undefined`. */
export type Counts = Map<unknown, number>;

/** Returns the names of a list of values, each of which counts a unit once. Equal keys stand for equal names. */
export interface Names {
  readonly key: string;
  readonly of: (values: readonly unknown[]) => readonly unknown[];
}

/** Counts products or variants as units, by the values of a field. */
export interface Count {
  readonly level: Facet['level'];
  /** A condition on the counted documents, variants or prices, each for itself. */
  readonly filter?: Query;
  readonly column?: ColumnField;
  /** Without names, each value counts as often as it occurs. */
  readonly names?: Names;
}

export interface CountedFacet {
  readonly name: string;
  readonly scope: Facet['scope'];
  /** The facet of the request: kept results are found by it. */
  readonly given: object;
  /** A further condition on the counted variants. */
  readonly among?: Query;
  /** The counts of a list are added: the path of an attribute has fields of all types, and a product has one type. */
  readonly counts: readonly (readonly Count[])[];
  readonly result: (counts: readonly Counts[]) => object;
}

/** Returns the expressions of a facet, which are evaluated on columns. */
export const expressionsOfFacet = ({ among, counts }: CountedFacet): readonly Expression[] =>
  [among, ...counts.flat().map(({ filter }) => filter)].flatMap(query => (query ? expressionsIn(query) : []));

/** Returns the columns that a facet reads where all of its expressions are compared with columns. */
export const columnFieldsOf = (facet: CountedFacet): readonly ColumnField[] => [
  ...facet.counts.flat().flatMap(({ column }) => column ?? []),
  ...expressionsOfFacet(facet).map(columnFieldOf),
];

/** Adds counts to those of the documents before. */
export const addCounts = (sum: Counts, counts: Counts): void => {
  for (const [name, count] of counts) sum.set(name, (sum.get(name) ?? 0) + count);
};
