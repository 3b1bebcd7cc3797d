export type Literal = string | number | boolean;

export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A condition on resources. A field is a single name: nested members use `nested`, never a dotted name. */
export type Predicate =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'not'; readonly part: Predicate }
  | { readonly kind: 'compare'; readonly field: string; readonly operator: CompareOperator; readonly value: Literal }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly Literal[]; readonly negated: boolean }
  | {
      readonly kind: 'contains';
      readonly field: string;
      readonly mode: 'any' | 'all';
      readonly values: readonly Literal[];
    }
  | { readonly kind: 'empty'; readonly field: string; readonly negated: boolean }
  | { readonly kind: 'defined'; readonly field: string; readonly negated: boolean }
  | { readonly kind: 'nested'; readonly field: string; readonly part: Predicate }
  | {
      readonly kind: 'within';
      readonly field: string;
      readonly longitude: number;
      readonly latitude: number;
      readonly radiusMeters: number;
    };

/** The texts that a condition compares a field with. */
export const comparedTexts = (condition: Predicate): readonly string[] => {
  if ('parts' in condition) return condition.parts.flatMap(comparedTexts);
  const literals = condition.kind === 'compare' ? [condition.value] : 'values' in condition ? condition.values : [];
  return literals.filter(literal => typeof literal === 'string');
};
