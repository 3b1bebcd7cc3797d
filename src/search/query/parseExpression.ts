import { limits } from '../../base/config/limits.js';
import type { ExpressionKind, SearchField } from '../fields/SearchField.js';
import type { ComparableValue, Expression } from './ast.js';
import { allowedKinds, type ExpressionOption } from './Dialect.js';
import { describeValue, type Place, type Members, parseMembers } from './RequestErrors.js';
import { describeField, parseField, parseText, parseValue } from './parseField.js';
import { parseBoost, parseFlag, parseInteger, parseLanguage, parseChoice } from './parseOptions.js';
import { nextAbove, nextBelow } from '../fields/comparableValues.js';
import { searchedWords } from '../fields/searchedWords.js';

type Common = Pick<Expression, 'field' | 'boost' | 'language'>;
type Parser = (common: Common, options: Members<ExpressionOption>, place: Place) => Expression | undefined;

const parseBound = (field: SearchField, value: unknown, place: Place): string | number | undefined =>
  value === undefined ? undefined : (parseValue(field, value, place) as string | number | undefined);

const parseWords = (field: SearchField, value: unknown, place: Place): string | undefined => {
  const text = parseText(field, value, limits.searchValueLengthMax, place);
  const count = text === undefined ? 0 : searchedWords(text).length;
  return count > limits.searchWordsMax
    ? place.invalid(`expected at most ${limits.searchWordsMax} words, got ${count}`)
    : text;
};

const parsePattern =
  (kind: 'prefix' | 'wildcard'): Parser =>
  (common, { value, caseInsensitive }, place) => {
    const text = parseText(common.field, value, limits.searchPatternLengthMax, place.member('value'));
    const folds = parseFlag(caseInsensitive, place.member('caseInsensitive'));
    return text === undefined ? undefined : { kind, ...common, value: text, caseInsensitive: folds };
  };

/** Parses a search for the words of a text; a fuzzy search gets its level later. */
const parseTextSearch =
  (kind: 'fullText' | 'fullTextPrefix' | 'fuzzy'): Parser =>
  (common, { value, mustMatch: given }, place) => {
    const text = parseWords(common.field, value, place.member('value'));
    const mustMatch = parseChoice(given, ['all', 'any'], 'all', place.member('mustMatch'));
    if (text === undefined) return undefined;
    const search = { ...common, value: text, mustMatch };
    return kind === 'fuzzy' ? { kind, ...search, level: 0 } : { kind, ...search };
  };

/** Parses one value, or several of which one has to match. */
const parseExactValues = (
  field: SearchField,
  value: unknown,
  values: unknown,
  place: Place,
): { readonly value: ComparableValue; readonly others?: readonly ComparableValue[] } | undefined => {
  if (values === undefined) {
    const single = parseValue(field, value, place.member('value'));
    return single === undefined ? undefined : { value: single };
  }
  if (value !== undefined) return place.syntaxError('expected value or values, got both');
  if (!Array.isArray(values) || values.length === 0)
    return place.member('values').invalid(`expected a list of values, got ${describeValue(values)}`);
  if (values.length > limits.searchValuesMax)
    return place.member('values').invalid(`expected at most ${limits.searchValuesMax} values, got ${values.length}`);
  const parsed = values.map((each, at) => parseValue(field, each, place.member('values').element(at)));
  const [first, ...others] = parsed.filter(each => each !== undefined);
  return first === undefined || others.length + 1 < values.length ? undefined : { value: first, others };
};

const parsers: Readonly<Record<ExpressionKind, Parser>> = {
  fullText: parseTextSearch('fullText'),
  fullTextPrefix: parseTextSearch('fullTextPrefix'),
  fuzzy: (common, options, place) => {
    const search = parseTextSearch('fuzzy')(common, options, place);
    if (options.level === undefined) return place.member('level').required('a number from 0 to 2');
    const level = parseInteger(options.level, 0, 2, place.member('level'));
    return search?.kind === 'fuzzy' ? { ...search, level } : undefined;
  },
  exact: (common, { value: given, values, caseInsensitive }, place) => {
    const value = parseExactValues(common.field, given, values, place);
    const folds = parseFlag(caseInsensitive, place.member('caseInsensitive'));
    return value === undefined ? undefined : { kind: 'exact', ...common, ...value, caseInsensitive: folds };
  },
  prefix: parsePattern('prefix'),
  wildcard: parsePattern('wildcard'),
  range: (common, bounds, place) => {
    const { gte, gt, lte, lt } = bounds;
    if ([gte, gt, lte, lt].every(bound => bound === undefined))
      return place.member('gte').required('a range has gte, lte or both');
    if ((gte !== undefined && gt !== undefined) || (lte !== undefined && lt !== undefined))
      return place.syntaxError('expected one lower and one upper bound at most, got two of a kind');
    const from = parseBound(common.field, gte ?? gt, place.member(gt === undefined ? 'gte' : 'gt'));
    const to = parseBound(common.field, lte ?? lt, place.member(lt === undefined ? 'lte' : 'lt'));
    return {
      kind: 'range',
      ...common,
      ...(from !== undefined && { gte: gt === undefined ? from : nextAbove(from) }),
      ...(to !== undefined && { lte: lt === undefined ? to : nextBelow(to) }),
      ...(lt !== undefined && typeof to === 'string' && { isBelow: true }),
    };
  },
  exists: common => ({ kind: 'exists', ...common }),
};

/** Parses the field of an expression; its type must allow the kind of the expression (SEARCH041). */
const parseAllowedField = (
  kind: ExpressionKind,
  options: Members<ExpressionOption>,
  place: Place,
): SearchField | undefined => {
  const field = parseField(options, place, true);
  if (field === undefined || allowedKinds(place.dialect, field).includes(kind)) return field;
  return place.member('field').invalid(`${describeField(field, place)}; ${kind} is not`);
};

/**
 * Parses a single expression (SEARCH020 to SEARCH030); undefined when an error was added. `place` ends with the kind of
 * the expression, as in `query.and[1].exact`.
 */
export const parseExpression = (kind: ExpressionKind, body: unknown, place: Place): Expression | undefined => {
  const options = parseMembers(body, place, place.dialect.options[kind]);
  if (options === undefined) return undefined;
  const boost = parseBoost(options.boost, place.member('boost'));
  const field = parseAllowedField(kind, options, place);
  if (field === undefined) return undefined;
  const language = parseLanguage(field, options.language, place.member('language'), kind === 'exists');
  return parsers[kind]({ field, boost, ...(language !== undefined && { language }) }, options, place);
};
