/**
 * Queries of projections: their fields stand in the staged or the current data of the stored product, so that its
 * indexes answer them.
 */
import { compileResourceFields, type FieldShape } from '../../../../engine/define/FieldShape.js';
import type { ParsedQuery } from '../../../../engine/query/parseQueryParameters.js';
import type { Predicate } from '../../../../engine/query/predicate/Predicate.js';
import { ProductData } from '../members.js';
import { ProductProjection } from '../productProjection.js';

let shape: FieldShape | undefined;

/** The fields that queries of projections can name. */
export const projectionFields = (): FieldShape => (shape ??= compileResourceFields('product', ProductProjection));

const flags: ReadonlySet<string> = new Set(['published', 'hasStagedChanges']);
const dataMembers: ReadonlySet<string> = new Set(Object.keys(ProductData.properties));

/** The members of the stored product that lead to a field of the projection. */
const parentsOf = (field: string, staged: boolean): string[] => {
  if (flags.has(field)) return ['masterData'];
  return dataMembers.has(field) ? ['masterData', staged ? 'staged' : 'current'] : [];
};

/** Turns a condition on a projection into one on the stored product. */
const storedPredicate = (predicate: Predicate, staged: boolean): Predicate => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return { kind: predicate.kind, parts: predicate.parts.map(part => storedPredicate(part, staged)) };
    case 'not':
      return { kind: 'not', part: storedPredicate(predicate.part, staged) };
    default:
      return parentsOf(predicate.field, staged).reduceRight<Predicate>(
        (part, field) => ({ kind: 'nested', field, part }),
        predicate,
      );
  }
};

/** Products that are published: those of which projections show current data. */
const publishedCondition: Predicate = {
  kind: 'nested',
  field: 'masterData',
  part: { kind: 'compare', field: 'published', operator: '=', value: true },
};

/** Turns a query of projections into one of stored products, among those that satisfy another condition. */
export const storedQuery = (query: ParsedQuery, staged: boolean, among?: Predicate): ParsedQuery => {
  const { predicate, sort } = query;
  const conditions = [
    ...(predicate === undefined ? [] : [storedPredicate(predicate, staged)]),
    ...(staged ? [] : [publishedCondition]),
    ...(among === undefined ? [] : [among]),
  ];
  return {
    ...query,
    predicate: conditions.length > 1 ? { kind: 'and', parts: conditions } : conditions[0],
    sort: sort.map(key => ({ ...key, path: [...parentsOf(key.path[0] ?? '', staged), ...key.path] })),
  };
};
