/** A single query expression (SEARCH020 to SEARCH030): what it may say, and whether its field can be asked for that. */
import { limits } from '../../config/limits.js';
import { allowedExpressions, type ExpressionKind, type SearchField } from '../searchFields.js';
import type { Expression } from './ast.js';
import type { RequestErrors } from './RequestErrors.js';
import { describeField, parseField } from './parseField.js';
import { type Members, parseMembers } from './parseMembers.js';
import { parseBoost, parseFlag, parseLanguage, parseChoice } from './parseOptions.js';
import { parseText, parseValue } from './parseValue.js';
import { wordsOf } from '../comparableValues.js';

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

const always = ['field', 'customType', 'boost'] as const;
const compared = [...always, 'value', 'language', 'caseInsensitive'] as const;

/** What an expression of each kind may say. */
export const expressionOptions: Readonly<Record<ExpressionKind, readonly ExpressionOption[]>> = {
  fullText: [...always, 'value', 'language', 'mustMatch'],
  exact: compared,
  prefix: compared,
  wildcard: compared,
  range: [...always, 'gte', 'lte'],
  exists: [...always, 'language'],
};

type Common = Pick<Expression, 'field' | 'boost' | 'language'>;
type Reader = (
  common: Common,
  options: Members<ExpressionOption>,
  place: string,
  faults: RequestErrors,
) => Expression | undefined;

const readBound = (
  field: SearchField,
  value: unknown,
  place: string,
  faults: RequestErrors,
): string | number | undefined =>
  value === undefined ? undefined : (parseValue(field, value, place, faults) as string | number | undefined);

const readWords = (field: SearchField, value: unknown, place: string, faults: RequestErrors): string | undefined => {
  const text = parseText(field, value, limits.searchValueLengthMax, place, faults);
  const count = text === undefined ? 0 : wordsOf(text).length;
  return count > limits.searchWordsMax
    ? faults.addInvalidInput(place, `expected at most ${limits.searchWordsMax} words, got ${count}`)
    : text;
};

const readTextual =
  (kind: 'prefix' | 'wildcard'): Reader =>
  (common, { value, caseInsensitive }, place, faults) => {
    const text = parseText(common.field, value, limits.searchPatternLengthMax, `${place}.value`, faults);
    const folds = parseFlag(caseInsensitive, `${place}.caseInsensitive`, faults);
    return text === undefined ? undefined : { kind, ...common, value: text, caseInsensitive: folds };
  };

const readers: Readonly<Record<ExpressionKind, Reader>> = {
  fullText: (common, { value, mustMatch: given }, place, faults) => {
    const text = readWords(common.field, value, `${place}.value`, faults);
    const mustMatch = parseChoice(given, ['all', 'any'], 'all', `${place}.mustMatch`, faults);
    return text === undefined ? undefined : { kind: 'fullText', ...common, value: text, mustMatch };
  },
  exact: (common, { value: given, caseInsensitive }, place, faults) => {
    const value = parseValue(common.field, given, `${place}.value`, faults);
    const folds = parseFlag(caseInsensitive, `${place}.caseInsensitive`, faults);
    return value === undefined ? undefined : { kind: 'exact', ...common, value, caseInsensitive: folds };
  },
  prefix: readTextual('prefix'),
  wildcard: readTextual('wildcard'),
  range: (common, { gte, lte }, place, faults) => {
    if (gte === undefined && lte === undefined)
      return faults.addRequiredField(`${place}.gte`, 'a range has gte, lte or both');
    const from = readBound(common.field, gte, `${place}.gte`, faults);
    const to = readBound(common.field, lte, `${place}.lte`, faults);
    return { kind: 'range', ...common, ...(from !== undefined && { gte: from }), ...(to !== undefined && { lte: to }) };
  },
  exists: common => ({ kind: 'exists', ...common }),
};

/** SEARCH041 */
const readAskedField = (
  kind: ExpressionKind,
  options: Members<ExpressionOption>,
  place: string,
  faults: RequestErrors,
): SearchField | undefined => {
  const field = parseField(options, place, true, faults);
  if (field === undefined || allowedExpressions[field.type].includes(kind)) return field;
  return faults.addInvalidInput(`${place}.field`, `${describeField(field)}; ${kind} is not`);
};

/** `place` ends with the kind: `query.and[1].exact`. Undefined where the fault is told. */
export const parseExpression = (
  kind: ExpressionKind,
  body: unknown,
  place: string,
  faults: RequestErrors,
): Expression | undefined => {
  const options = parseMembers(body, place, expressionOptions[kind], faults);
  if (options === undefined) return undefined;
  const boost = parseBoost(options.boost, `${place}.boost`, faults);
  const field = readAskedField(kind, options, place, faults);
  if (field === undefined) return undefined;
  const language = parseLanguage(field, options.language, `${place}.language`, kind === 'exists', faults);
  return readers[kind]({ field, boost, ...(language !== undefined && { language }) }, options, place, faults);
};
