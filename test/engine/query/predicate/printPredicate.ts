import type { Literal, Predicate } from '../../../../src/engine/query/predicate/Predicate.js';

const name = (field: string): string => `\`${field}\``;
const literals = (values: readonly Literal[]): string => `(${values.map(value => JSON.stringify(value)).join(', ')})`;
const not = (negated: boolean): string => (negated ? 'not ' : '');

/** Prints a predicate with every part in parentheses, so that precedence does not matter. */
export const printPredicate = (predicate: Predicate): string => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.parts.map(part => `(${printPredicate(part)})`).join(` ${predicate.kind} `);
    case 'not':
      return `not (${printPredicate(predicate.part)})`;
    case 'compare':
      return `${name(predicate.field)} ${predicate.operator} ${JSON.stringify(predicate.value)}`;
    case 'in':
      return `${name(predicate.field)} ${not(predicate.negated)}in ${literals(predicate.values)}`;
    case 'contains':
      return `${name(predicate.field)} contains ${predicate.mode} ${literals(predicate.values)}`;
    case 'empty':
    case 'defined':
      return `${name(predicate.field)} is ${not(predicate.negated)}${predicate.kind}`;
    case 'nested':
      return `${name(predicate.field)}(${printPredicate(predicate.part)})`;
    case 'within':
      return (
        `${name(predicate.field)} within circle(${predicate.longitude}, ${predicate.latitude}, ` +
        `${predicate.radiusMeters})`
      );
  }
};
