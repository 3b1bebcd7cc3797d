/** Sort keys (SEARCH056 to SEARCH058). */
import { limits } from '../../config/limits.js';
import { expressionKinds, type SearchField, typeNameOf } from '../fields.js';
import { type Expression, type SortMode, sortModes, type Sorting } from './ast.js';
import { readExpression } from './expression.js';
import { came, type Faults } from './faults.js';
import { described, readField } from './fieldOf.js';
import { membersOf, soleMember } from './members.js';
import { readLanguage, readWord } from './options.js';
import { listPlaces, sharedPlace } from './places.js';

const options = ['field', 'customType', 'language', 'order', 'mode', 'filter'] as const;

const hasNumbers = ({ type, inTypes }: SearchField): boolean =>
  type === 'long' || type === 'number' || inTypes !== undefined;

/** SEARCH057: only numbers have a sum. */
const readMode = (field: SearchField, given: unknown, place: string, faults: Faults): SortMode => {
  const mode = readWord(given, sortModes, 'min', place, faults);
  if ((mode === 'avg' || mode === 'sum') && !hasNumbers(field))
    faults.input(
      place,
      `field '${field.name}' is sorted as a ${typeNameOf(field)} by min or max, ${mode} is for numbers`,
    );
  return mode;
};

/** SEARCH058 */
const readFilter = (field: SearchField, given: unknown, place: string, faults: Faults): Expression | undefined => {
  if (given === undefined) return undefined;
  const [kind, body] = soleMember(given, place, expressionKinds, faults) ?? [];
  if (kind === undefined) return undefined;
  const filter = readExpression(kind, body, `${place}.${kind}`, faults);
  if (filter === undefined || sharedPlace(field, filter.field) !== undefined) return filter;
  const own = listPlaces.findLast(known => field.name.startsWith(`${known}.`));
  const expected =
    own === undefined
      ? `a filter only where the sorted field is in a list, which '${field.name}' is not`
      : `a field of the elements of ${own}, as '${field.name}' is`;
  return faults.input(`${place}.${kind}.field`, `expected ${expected}; ${described(filter.field)}`);
};

const readSorting = (given: unknown, place: string, faults: Faults): Sorting | undefined => {
  const members = membersOf(given, place, options, faults);
  if (members === undefined) return undefined;
  const order = readWord(members.order, ['asc', 'desc'], 'asc', `${place}.order`, faults);
  const field = readField(members, place, false, faults);
  if (field === undefined) return undefined;
  if (field.isAll)
    return faults.input(`${place}.field`, "field 'all' stands for many fields, and orders are sorted by one");
  const language = readLanguage(field, members.language, `${place}.language`, false, faults);
  const mode = readMode(field, members.mode, `${place}.mode`, faults);
  const filter = readFilter(field, members.filter, `${place}.filter`, faults);
  return { field, order, mode, ...(language !== undefined && { language }), ...(filter !== undefined && { filter }) };
};

/** SEARCH003: none means by relevance. */
export const readSort = (given: unknown, faults: Faults): Sorting[] => {
  if (given === undefined) return [];
  if (!Array.isArray(given)) return faults.syntax('sort', `expected an array of objects, got ${came(given)}`) ?? [];
  if (given.length > limits.searchSortsMax)
    return faults.input('sort', `expected at most ${limits.searchSortsMax} sort keys, got ${given.length}`) ?? [];
  return given.flatMap((sorting, index) => readSorting(sorting, `sort[${index}]`, faults) ?? []);
};
