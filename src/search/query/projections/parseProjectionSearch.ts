/** Parses the parameters of the older product search. */
import { limits } from '../../../base/config/limits.js';
import { canonicalLanguageTag, isLanguageTag } from '../../../engine/schema/languageTags.js';
import { readFlag, readInteger } from '../../../engine/queryParameters.js';
import { enumKeyLanguage } from '../../document/fieldValues.js';
import type { FieldTable } from '../../fields/FieldTable.js';
import { searchedWords, editsOf, fuzzyLevelMax } from '../../fields/searchedWords.js';
import type { Expression, SortCriterion } from '../ast.js';
import type { ProductSearchRequest } from '../parseProductSearch.js';
import { fieldsAtPath } from './fieldsAtPath.js';
import { allOfQueries, parseFilters } from './filterQuery.js';
import { malformed } from './parsePathExpression.js';
import { parseProjectionFacets, type ProjectionFacet } from './projectionFacets.js';

export interface ProjectionSearchRequest extends Omit<ProductSearchRequest, 'facets' | 'projection'> {
  readonly facets: readonly ProjectionFacet[];
  readonly staged: boolean;
}

const textPrefix = 'text.';

/** Returns the edits that a fuzzy search allows: at most as many as the length of the words allows. */
const levelOf = (parameters: URLSearchParams, value: string): number => {
  if (!parameters.has('fuzzyLevel')) return fuzzyLevelMax;
  const allowed = Math.max(0, ...searchedWords(value).map(word => editsOf(word, fuzzyLevelMax)));
  return readInteger(parameters, 'fuzzyLevel', allowed, 0, allowed);
};

/** Beside a match of all texts, that of the SKU counts as much, and that of the name half as much. */
const boosts = { sku: 1, name: 0.5 };

/** Parses full-text searches, each in one language; a product must have all words. */
const parseTexts = (table: FieldTable, parameters: URLSearchParams): Expression[] => {
  const { texts } = table;
  const isFuzzy = readFlag(parameters, 'fuzzy', false);
  return [...parameters].flatMap(([name, value]): Expression[] => {
    if (name === 'text') throw malformed(name, value, 'the name of the parameter with a language, such as text.en');
    if (!name.startsWith(textPrefix) || texts === undefined) return [];
    const given = name.slice(textPrefix.length);
    if (!isLanguageTag(given)) throw malformed(name, given, 'text. and a language, such as text.en');
    const language = canonicalLanguageTag(given);
    if (value.length > limits.searchValueLengthMax || searchedWords(value).length > limits.searchWordsMax)
      throw malformed(name, value, `at most ${limits.searchWordsMax} words`);
    const comparison = isFuzzy
      ? ({ kind: 'fuzzy', level: levelOf(parameters, value) } as const)
      : ({ kind: 'fullText' } as const);
    const words = { ...comparison, language, value };
    const preferences: readonly Expression[] = [
      {
        kind: 'exact',
        field: table.named('variants.sku'),
        value: value.trim(),
        caseInsensitive: true,
        boost: boosts.sku,
      },
      { ...words, field: table.named('name'), mustMatch: 'any', boost: boosts.name },
    ];
    return [{ ...words, field: texts, mustMatch: 'all', boost: 1, preferences }];
  });
};

const sortPattern = /^\s*(\S+?)(?:\s+(asc|desc)(?:\.(min|max))?)?\s*$/;

const parseSort = (table: FieldTable, parameters: URLSearchParams): SortCriterion[] => {
  const given = parameters.getAll('sort');
  if (given.length > limits.searchSortsMax)
    throw malformed('sort', String(given.length), `at most ${limits.searchSortsMax} sort keys`);
  return given.map((each): SortCriterion => {
    const [, path = '', direction, mode] = sortPattern.exec(each) ?? [];
    if (path === '') throw malformed('sort', each, 'a path with asc or desc, and with .min or .max behind that');
    if (path === 'score')
      return { field: table.named('id'), order: direction === 'asc' ? 'asc' : 'desc', mode: 'min', isRelevance: true };
    const order = direction === 'desc' ? 'desc' : 'asc';
    const fields = fieldsAtPath(table, path === 'price' ? 'variants.price.centAmount' : path);
    const [first] = fields;
    if (first === undefined) throw malformed('sort', path, 'score, price, or the path of a field');
    const { field, language } = first;
    // An attribute may have values of each type; a member (such as key) or a language follows its name.
    const typedVariants = fields.map(candidate => ({
      ...candidate.field,
      language: candidate.language ?? enumKeyLanguage,
    }));
    return {
      field: fields.length === 1 ? field : { ...field, typedVariants },
      ...(language !== undefined && { language }),
      order,
      mode: mode === 'max' || (mode === undefined && order === 'desc') ? 'max' : 'min',
    };
  });
};

/** Reads the parameters; throws InvalidInput or SearchFacetPathNotFound for the first that is wrong. */
export const parseProjectionSearch = (table: FieldTable, parameters: URLSearchParams): ProjectionSearchRequest => {
  const texts = parseTexts(table, parameters);
  const filters = parseFilters(table, parameters, 'filter.query');
  const query = allOfQueries(filters.map(filter => filter.query));
  const parts = [...texts, ...(query === undefined ? [] : [query])];
  const postFilter = allOfQueries(parseFilters(table, parameters, 'filter').map(filter => filter.query));
  const facets = parseProjectionFacets(table, parameters, parseFilters(table, parameters, 'filter.facets'));
  return {
    ...(parts.length > 0 && { query: { kind: 'and', parts } }),
    ...(postFilter !== undefined && { postFilter }),
    facets,
    sort: parseSort(table, parameters),
    limit: readInteger(parameters, 'limit', limits.laterSearchLimitDefault, 0, limits.projectionSearchLimitMax),
    offset: readInteger(parameters, 'offset', 0, 0, limits.searchOffsetMax),
    staged: readFlag(parameters, 'staged', false),
    markMatchingVariants: readFlag(parameters, 'markMatchingVariants', false),
  };
};
