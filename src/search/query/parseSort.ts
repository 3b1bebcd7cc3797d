import { limits } from '../../base/config/limits.js';
import { fieldTypeName, innermostList, innermostSharedList, type SearchField } from '../fields/SearchField.js';
import { type Expression, type SortMode, sortModes, type SortCriterion } from './ast.js';
import type { Dialect } from './Dialect.js';
import { parseExpression } from './parseExpression.js';
import { parseQuery } from './parseQuery.js';
import { describeValue, type Place, parseMembers, parseSoleMember } from './RequestErrors.js';
import { describeField, parseField } from './parseField.js';
import { parseLanguage, parseChoice } from './parseOptions.js';

const options = ['field', 'customType', 'fieldType', 'language', 'order', 'mode', 'filter'] as const;

/** Returns the members that a criterion may have in a dialect. */
const optionsIn = ({ options: { exact } }: Dialect): (typeof options)[number][] =>
  options.filter(name => exact.includes(name as 'field') || (name !== 'customType' && name !== 'fieldType'));

const hasNumbers = ({ type, typedVariants }: SearchField): boolean =>
  type === 'long' || type === 'number' || typedVariants !== undefined;

/** Parses the mode of a criterion; only numbers have an average and a sum (SEARCH057). */
const parseMode = (field: SearchField, given: unknown, place: Place): SortMode => {
  const mode = parseChoice(given, sortModes, 'min', place);
  if ((mode === 'avg' || mode === 'sum') && !hasNumbers(field))
    place.invalid(`field '${field.name}' is sorted as a ${fieldTypeName(field)} by min or max, ${mode} is for numbers`);
  return mode;
};

/** Parses the filter of a criterion, whose field must be of the same list (SEARCH058). */
const parseFilter = (field: SearchField, given: unknown, place: Place): Expression | undefined => {
  if (given === undefined) return undefined;
  const [kind, body] = parseSoleMember(given, place, place.dialect.expressionKinds) ?? [];
  if (kind === undefined) return undefined;
  const filter = parseExpression(kind, body, place.member(kind));
  if (filter === undefined || innermostSharedList(field, filter.field) !== undefined) return filter;
  const list = innermostList(field);
  const expected =
    list === undefined
      ? `a filter only where the sorted field is in a list, which '${field.name}' is not`
      : `a field of the elements of ${list}, as '${field.name}' is`;
  return place
    .member(kind)
    .member('field')
    .invalid(`expected ${expected}; ${describeField(filter.field, place)}`);
};

/** A placeholder for the field of a sort by relevance; none of its values is read. */
const relevance: SearchField = { name: 'score', type: 'number', code: '', contentPath: [], lists: [] };

const parseCriterion = (given: unknown, place: Place): SortCriterion | undefined => {
  const { relevanceField } = place.dialect;
  const members = parseMembers(given, place, optionsIn(place.dialect));
  if (members === undefined) return undefined;
  const order = parseChoice(members.order, ['asc', 'desc'], 'asc', place.member('order'));
  if (relevanceField !== undefined && members.field === relevanceField)
    return { field: relevance, order, mode: 'min', isRelevance: true };
  const field = parseField(members, place, false);
  if (field === undefined) return undefined;
  if (field.isAll)
    return place.invalidMember(
      'field',
      `field 'all' stands for many fields, and ${place.dialect.plural} are sorted by one`,
    );
  const language = parseLanguage(field, members.language, place.member('language'), false);
  const mode = parseMode(field, members.mode, place.member('mode'));
  if (relevanceField !== undefined && members.filter !== undefined) {
    const elementFilter = parseQuery(members.filter, place.member('filter'));
    return { field, order, mode, ...(language !== undefined && { language }), elementFilter };
  }
  const filter = parseFilter(field, members.filter, place.member('filter'));
  return { field, order, mode, ...(language !== undefined && { language }), ...(filter !== undefined && { filter }) };
};

/** Parses the sort criteria; an empty list sorts by relevance (SEARCH003, SEARCH056 to SEARCH058). */
export const parseSort = (given: unknown, place: Place): SortCriterion[] => {
  if (given === undefined) return [];
  if (!Array.isArray(given))
    return place.syntaxError(`expected an array of objects, got ${describeValue(given)}`) ?? [];
  if (given.length > limits.searchSortsMax)
    return place.invalid(`expected at most ${limits.searchSortsMax} sort keys, got ${given.length}`) ?? [];
  return given.flatMap((criterion, index) => parseCriterion(criterion, place.element(index)) ?? []);
};
