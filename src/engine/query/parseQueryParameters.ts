import { type ApiError, invalidInput } from '../../base/errors/ApiError.js';
import { FieldScope, type ProjectName } from './predicate/FieldScope.js';
import type { SortKey } from './predicate/comparisons.js';
import { sortCharactersMax, sortSegmentsMax, abbreviateClientText } from './predicate/predicateLimits.js';
import { limits } from '../../base/config/limits.js';
import { PhaseErrors } from '../../base/errors/PhaseErrors.js';
import { readFlag, readInteger, variablePrefix } from '../queryParameters.js';
import type { FieldShape } from '../define/FieldShape.js';
import { joinVariableTexts } from './predicate/readToken.js';
import { parsePredicate } from './predicate/parsePredicate.js';
import type { Predicate } from './predicate/Predicate.js';

const directions = new Map<string, SortKey['direction']>([
  ['asc', 'asc'],
  ['desc', 'desc'],
]);
const segment = /^[a-zA-Z0-9_-]+$/;

const malformedSort = (text: string, expected: string): ApiError =>
  invalidInput(`Malformed parameter: sort: Invalid input '${abbreviateClientText(text)}', expected ${expected}.`);

const parseSortPath = (text: string): string[] => {
  const path = text.split('.');
  if (path.length > sortSegmentsMax) throw malformedSort(text, `a path of at most ${sortSegmentsMax} field names`);
  if (!path.every(name => segment.test(name))) throw malformedSort(text, "field names joined by '.'");
  return path;
};

/** Asserts that a path is one of fields; returns it as it is stored, with the language in which texts are sorted. */
const enterFields = (fields: FieldScope, text: string, path: readonly string[]): Omit<SortKey, 'direction'> => {
  let at = text.search(/\S/);
  let language: string | undefined;
  const stored = path.map(each => {
    const entered = fields.enter(each, at);
    at += each.length + 1;
    language = entered.language;
    return entered.name;
  });
  return { path: stored, ...(language !== undefined && { language }) };
};

/**
 * Reads `<path> [asc|desc]` (GEN055 to GEN057), ascending without a direction; throws InvalidInput. With `fields` the
 * path may name only fields that its resources can have.
 */
export const parseSortKey = (text: string, fields?: FieldScope): SortKey => {
  if (text.length > sortCharactersMax) throw malformedSort(text, `at most ${sortCharactersMax} characters`);
  const [pathText = '', direction = 'asc', ...rest] = text.split(/[ \t\r\n]/).filter(word => word !== '');
  if (rest.length > 0) throw malformedSort(rest.join(' '), 'end of input');
  const known = directions.get(direction.toLowerCase());
  if (known === undefined) throw malformedSort(direction, "'asc' or 'desc'");
  const path = parseSortPath(pathText);
  return { ...(fields === undefined ? { path } : enterFields(fields, text, path)), direction: known };
};

/** The parameters of a query (GEN047 to GEN058). */
export interface ParsedQuery {
  readonly limit: number;
  readonly offset: number;
  readonly withTotal: boolean;
  readonly predicate?: Predicate;
  readonly sort: readonly SortKey[];
  /** Names in the predicate and in the sort that the project must declare; runQuery checks them. */
  readonly projectNames?: readonly ProjectName[];
}

const variableName = /^var\.[a-zA-Z0-9]{1,64}$/;

const readVariables = (query: URLSearchParams, errors: PhaseErrors): ReadonlyMap<string, string> => {
  const variables = new Map<string, string>();
  for (const name of new Set(query.keys())) {
    if (!name.startsWith(variablePrefix)) continue;
    if (variableName.test(name))
      variables.set(name.slice(variablePrefix.length), joinVariableTexts(query.getAll(name)));
    else
      errors.add(
        invalidInput(
          `Malformed parameter: ${name.slice(0, 100)}: expected a variable name of letters and digits behind ` +
            `'${variablePrefix}'.`,
        ),
      );
  }
  return variables;
};

const readRepeated = (query: URLSearchParams, name: string, timesMax: number): string[] => {
  const values = query.getAll(name);
  if (values.length > timesMax)
    throw invalidInput(`The parameter ${name} may be given at most ${timesMax} times, got ${values.length}.`);
  return values;
};

/**
 * Reads the parameters of a query, and reports all that are malformed together (ERR004). `pathConditions` apply beside
 * those of the client. With the shape of the resources, `where` and `sort` may name only fields that a resource can
 * have.
 */
export const parseQueryParameters = (
  query: URLSearchParams,
  pathConditions: readonly Predicate[],
  shape?: FieldShape,
): ParsedQuery => {
  const projectNames: ProjectName[] = [];
  const scopeOf = (parameter: 'where' | 'sort', text: string): FieldScope | undefined =>
    shape && new FieldScope(parameter, text, shape, projectNames);
  const errors = new PhaseErrors();
  const variables = readVariables(query, errors);
  const parseEach = <T>(name: 'where' | 'sort', timesMax: number, parse: (text: string) => T): T[] =>
    errors
      .run(() => readRepeated(query, name, timesMax), [])
      .map(text => errors.run(() => parse(text), undefined))
      .filter(parsed => parsed !== undefined);
  const parts = [
    ...pathConditions,
    ...parseEach('where', limits.queryPredicatesMax, text => parsePredicate(text, variables, scopeOf('where', text))),
  ];
  const parsed: ParsedQuery = {
    limit: errors.run(() => readInteger(query, 'limit', limits.queryLimitDefault, 1, limits.queryLimitMax), 1),
    offset: errors.run(() => readInteger(query, 'offset', 0, 0, limits.queryOffsetMax), 0),
    withTotal: errors.run(() => readFlag(query, 'withTotal', true), true),
    predicate: parts.length <= 1 ? parts[0] : { kind: 'and', parts },
    sort: parseEach('sort', limits.querySortsMax, text => parseSortKey(text, scopeOf('sort', text))),
    projectNames,
  };
  errors.throwIfAny();
  return parsed;
};
