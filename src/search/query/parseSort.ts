/** Sort keys (SEARCH056 to SEARCH058). */
import { limits } from '../../config/limits.js';
import { expressionKinds, type SearchField, fieldTypeName } from '../searchFields.js';
import { type Expression, type SortMode, sortModes, type SortCriterion } from './ast.js';
import { parseExpression } from './parseExpression.js';
import { describeValue, type RequestErrors } from './RequestErrors.js';
import { describeField, parseField } from './parseField.js';
import { parseMembers, parseSoleMember } from './parseMembers.js';
import { parseLanguage, parseChoice } from './parseOptions.js';
import { listPaths, innermostSharedList } from '../listPaths.js';

const options = ['field', 'customType', 'language', 'order', 'mode', 'filter'] as const;

const hasNumbers = ({ type, typedVariants }: SearchField): boolean =>
  type === 'long' || type === 'number' || typedVariants !== undefined;

/** SEARCH057: only numbers have a sum. */
const readMode = (field: SearchField, given: unknown, place: string, faults: RequestErrors): SortMode => {
  const mode = parseChoice(given, sortModes, 'min', place, faults);
  if ((mode === 'avg' || mode === 'sum') && !hasNumbers(field))
    faults.addInvalidInput(
      place,
      `field '${field.name}' is sorted as a ${fieldTypeName(field)} by min or max, ${mode} is for numbers`,
    );
  return mode;
};

/** SEARCH058 */
const readFilter = (
  field: SearchField,
  given: unknown,
  place: string,
  faults: RequestErrors,
): Expression | undefined => {
  if (given === undefined) return undefined;
  const [kind, body] = parseSoleMember(given, place, expressionKinds, faults) ?? [];
  if (kind === undefined) return undefined;
  const filter = parseExpression(kind, body, `${place}.${kind}`, faults);
  if (filter === undefined || innermostSharedList(field, filter.field) !== undefined) return filter;
  const own = listPaths.findLast(known => field.name.startsWith(`${known}.`));
  const expected =
    own === undefined
      ? `a filter only where the sorted field is in a list, which '${field.name}' is not`
      : `a field of the elements of ${own}, as '${field.name}' is`;
  return faults.addInvalidInput(`${place}.${kind}.field`, `expected ${expected}; ${describeField(filter.field)}`);
};

const readSorting = (given: unknown, place: string, faults: RequestErrors): SortCriterion | undefined => {
  const members = parseMembers(given, place, options, faults);
  if (members === undefined) return undefined;
  const order = parseChoice(members.order, ['asc', 'desc'], 'asc', `${place}.order`, faults);
  const field = parseField(members, place, false, faults);
  if (field === undefined) return undefined;
  if (field.isAll)
    return faults.addInvalidInput(`${place}.field`, "field 'all' stands for many fields, and orders are sorted by one");
  const language = parseLanguage(field, members.language, `${place}.language`, false, faults);
  const mode = readMode(field, members.mode, `${place}.mode`, faults);
  const filter = readFilter(field, members.filter, `${place}.filter`, faults);
  return { field, order, mode, ...(language !== undefined && { language }), ...(filter !== undefined && { filter }) };
};

/** SEARCH003: none means by relevance. */
export const parseSort = (given: unknown, faults: RequestErrors): SortCriterion[] => {
  if (given === undefined) return [];
  if (!Array.isArray(given))
    return faults.addSyntaxError('sort', `expected an array of objects, got ${describeValue(given)}`) ?? [];
  if (given.length > limits.searchSortsMax)
    return (
      faults.addInvalidInput('sort', `expected at most ${limits.searchSortsMax} sort keys, got ${given.length}`) ?? []
    );
  return given.flatMap((sorting, index) => readSorting(sorting, `sort[${index}]`, faults) ?? []);
};
