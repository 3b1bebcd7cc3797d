import { limits } from '../../config/limits.js';
import { allowedExpressions, type ExpressionKind, type SearchField } from '../fields/searchFields.js';
import type { Expression } from './ast.js';
import type { RequestErrors } from './RequestErrors.js';
import { describeField, parseField } from './parseField.js';
import { type Members, parseMembers } from './parseMembers.js';
import { parseBoost, parseFlag, parseLanguage, parseChoice } from './parseOptions.js';
import { parseText, parseValue } from './parseValue.js';
import { wordsOf } from '../fields/comparableValues.js';

export type ExpressionOption =
  | 'field'
  | 'customType'
  | 'boost'
  | 'language'
  | 'value'
  | 'mustMatch'
  | 'caseInsensitive'
  | 'gte'
  | 'lte';

const commonOptions = ['field', 'customType', 'boost'] as const;
const comparisonOptions = [...commonOptions, 'value', 'language', 'caseInsensitive'] as const;

/** Members of an expression of each kind. */
export const expressionOptions: Readonly<Record<ExpressionKind, readonly ExpressionOption[]>> = {
  fullText: [...commonOptions, 'value', 'language', 'mustMatch'],
  exact: comparisonOptions,
  prefix: comparisonOptions,
  wildcard: comparisonOptions,
  range: [...commonOptions, 'gte', 'lte'],
  exists: [...commonOptions, 'language'],
};

type Common = Pick<Expression, 'field' | 'boost' | 'language'>;
type Parser = (
  common: Common,
  options: Members<ExpressionOption>,
  place: string,
  errors: RequestErrors,
) => Expression | undefined;

const parseBound = (
  field: SearchField,
  value: unknown,
  place: string,
  errors: RequestErrors,
): string | number | undefined =>
  value === undefined ? undefined : (parseValue(field, value, place, errors) as string | number | undefined);

const parseWords = (field: SearchField, value: unknown, place: string, errors: RequestErrors): string | undefined => {
  const text = parseText(field, value, limits.searchValueLengthMax, place, errors);
  const count = text === undefined ? 0 : wordsOf(text).length;
  return count > limits.searchWordsMax
    ? errors.addInvalidInput(place, `expected at most ${limits.searchWordsMax} words, got ${count}`)
    : text;
};

const parsePattern =
  (kind: 'prefix' | 'wildcard'): Parser =>
  (common, { value, caseInsensitive }, place, errors) => {
    const text = parseText(common.field, value, limits.searchPatternLengthMax, `${place}.value`, errors);
    const folds = parseFlag(caseInsensitive, `${place}.caseInsensitive`, errors);
    return text === undefined ? undefined : { kind, ...common, value: text, caseInsensitive: folds };
  };

const parsers: Readonly<Record<ExpressionKind, Parser>> = {
  fullText: (common, { value, mustMatch: given }, place, errors) => {
    const text = parseWords(common.field, value, `${place}.value`, errors);
    const mustMatch = parseChoice(given, ['all', 'any'], 'all', `${place}.mustMatch`, errors);
    return text === undefined ? undefined : { kind: 'fullText', ...common, value: text, mustMatch };
  },
  exact: (common, { value: given, caseInsensitive }, place, errors) => {
    const value = parseValue(common.field, given, `${place}.value`, errors);
    const folds = parseFlag(caseInsensitive, `${place}.caseInsensitive`, errors);
    return value === undefined ? undefined : { kind: 'exact', ...common, value, caseInsensitive: folds };
  },
  prefix: parsePattern('prefix'),
  wildcard: parsePattern('wildcard'),
  range: (common, { gte, lte }, place, errors) => {
    if (gte === undefined && lte === undefined)
      return errors.addRequiredField(`${place}.gte`, 'a range has gte, lte or both');
    const from = parseBound(common.field, gte, `${place}.gte`, errors);
    const to = parseBound(common.field, lte, `${place}.lte`, errors);
    return { kind: 'range', ...common, ...(from !== undefined && { gte: from }), ...(to !== undefined && { lte: to }) };
  },
  exists: common => ({ kind: 'exists', ...common }),
};

/** The field of an expression, which its type must allow (SEARCH041). */
const parseAllowedField = (
  kind: ExpressionKind,
  options: Members<ExpressionOption>,
  place: string,
  errors: RequestErrors,
): SearchField | undefined => {
  const field = parseField(options, place, true, errors);
  if (field === undefined || allowedExpressions[field.type].includes(kind)) return field;
  return errors.addInvalidInput(`${place}.field`, `${describeField(field)}; ${kind} is not`);
};

/**
 * Parses a single expression (SEARCH020 to SEARCH030); undefined when an error was added. `place` ends with the kind of
 * the expression, as in `query.and[1].exact`.
 */
export const parseExpression = (
  kind: ExpressionKind,
  body: unknown,
  place: string,
  errors: RequestErrors,
): Expression | undefined => {
  const options = parseMembers(body, place, expressionOptions[kind], errors);
  if (options === undefined) return undefined;
  const boost = parseBoost(options.boost, `${place}.boost`, errors);
  const field = parseAllowedField(kind, options, place, errors);
  if (field === undefined) return undefined;
  const language = parseLanguage(field, options.language, `${place}.language`, kind === 'exists', errors);
  return parsers[kind]({ field, boost, ...(language !== undefined && { language }) }, options, place, errors);
};
