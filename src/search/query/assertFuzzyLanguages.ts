import { fail } from '../../base/errors/ApiError.js';
import type { Facet, Query, SortCriterion } from './ast.js';

interface SearchParts {
  readonly query?: Query;
  readonly postFilter?: Query;
  readonly sort: readonly SortCriterion[];
  readonly facets?: readonly Facet[];
}

const assertIn = (query: Query, languages: readonly string[]): void => {
  if ('parts' in query) for (const part of query.parts) assertIn(part, languages);
  else if (query.kind === 'fuzzy' && query.language !== undefined && !languages.includes(query.language))
    throw fail('InvalidInput', {
      message: `The language of a fuzzy expression is one of the project's languages, ${languages.join(', ')}; got '${query.language}' for the field '${query.field.name}'.`,
    });
};

/** Refuses fuzzy expressions in languages that the project does not have; other kinds find nothing in them. */
export const assertFuzzyLanguages = (
  { query, postFilter, sort, facets = [] }: SearchParts,
  languages: readonly string[],
): void => {
  const filters = [...sort.map(({ elementFilter }) => elementFilter), ...facets.map(({ filter }) => filter)];
  for (const each of [query, postFilter, ...filters]) if (each !== undefined) assertIn(each, languages);
};
