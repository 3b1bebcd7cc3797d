import { limits } from '../../base/config/limits.js';
import { comparableNumber, isNumericType } from '../fields/comparableValues.js';
import type { SearchField } from '../fields/SearchField.js';
import type { Facet, FacetRange, Query } from './ast.js';
import { describeField, parseField } from './parseField.js';
import { parseChoice, parseInteger, parseLanguage } from './parseOptions.js';
import { parseQuery } from './parseQuery.js';
import { describeValue, type Members, parseMembers, parseSoleMember, type RequestErrors } from './RequestErrors.js';

const kinds = ['distinct', 'ranges', 'count', 'stats'] as const;
type Kind = (typeof kinds)[number];

const common = ['name', 'scope', 'filter', 'level'] as const;
const members = {
  count: common,
  stats: [...common, 'field', 'fieldType'],
  ranges: [...common, 'field', 'fieldType', 'language', 'ranges'],
  distinct: [...common, 'field', 'fieldType', 'language', 'includes', 'sort', 'limit', 'missing'],
} as const satisfies Record<Kind, readonly string[]>;
type Member = (typeof members)['ranges' | 'distinct'][number];
type Given = Members<Member>;

const parseText = (value: unknown, place: string, errors: RequestErrors): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= limits.searchPatternLengthMax
    ? value
    : errors.addInvalidInput(
        place,
        `expected a text of 1 to ${limits.searchPatternLengthMax} characters, got ${describeValue(value)}`,
      );

const parseName = (value: unknown, place: string, errors: RequestErrors): string | undefined =>
  value === undefined ? errors.addRequiredField(place, 'the name of the facet') : parseText(value, place, errors);

const parseFilter = (value: unknown, place: string, errors: RequestErrors): Query | undefined =>
  value === undefined ? undefined : parseQuery(value, place, errors);

const parseFacetField = (given: Given, place: string, errors: RequestErrors): SearchField | undefined => {
  const field = parseField(given, place, true, errors);
  if (field?.isAll === true)
    return errors.addInvalidInput(`${place}.field`, "field 'all' stands for many fields, and a facet counts one");
  return field;
};

const parseIncludes = (value: unknown, place: string, errors: RequestErrors): string[] | undefined => {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > limits.searchBucketsMax)
    return errors.addInvalidInput(
      place,
      `expected a list of at most ${limits.searchBucketsMax} texts, got ${describeValue(value)}`,
    );
  return value.flatMap((each, at) => parseText(each, `${place}[${at}]`, errors) ?? []);
};

const parseDistinct = (given: Given, place: string, errors: RequestErrors) => {
  const field = parseFacetField(given, place, errors);
  if (field === undefined) return undefined;
  const language = parseLanguage(field, given.language, `${place}.language`, false, errors);
  const sort =
    given.sort === undefined ? {} : (parseMembers(given.sort, `${place}.sort`, ['by', 'order'] as const, errors) ?? {});
  const includes = parseIncludes(given.includes, `${place}.includes`, errors);
  const missing = given.missing === undefined ? undefined : parseText(given.missing, `${place}.missing`, errors);
  const by = parseChoice(sort.by, ['count', 'key'], 'count', `${place}.sort.by`, errors);
  return {
    kind: 'distinct' as const,
    field,
    ...(language !== undefined && { language }),
    ...(includes !== undefined && { includes }),
    ...(missing !== undefined && { missing }),
    sort: {
      by,
      order: parseChoice(sort.order, ['asc', 'desc'], by === 'count' ? 'desc' : 'asc', `${place}.sort.order`, errors),
    },
    limit: parseInteger(given.limit, limits.searchBucketsDefault, limits.searchBucketsMax, `${place}.limit`, errors),
  };
};

const parseBound = (field: SearchField, value: unknown, place: string, errors: RequestErrors): number | undefined =>
  value === undefined
    ? undefined
    : (comparableNumber(field.type, value) ??
      errors.addInvalidInput(place, `${describeField(field, errors)}; got ${describeValue(value)}`));

const boundText = (bound: unknown): string =>
  typeof bound === 'number' || typeof bound === 'string' ? String(bound) : '*';

const parseRange = (
  field: SearchField,
  value: unknown,
  place: string,
  errors: RequestErrors,
): FacetRange | undefined => {
  const given = parseMembers(value, place, ['from', 'to', 'key'] as const, errors);
  if (given === undefined) return undefined;
  if (given.from === undefined && given.to === undefined)
    return errors.addRequiredField(`${place}.from`, 'a range has from, to or both');
  const key = given.key === undefined ? undefined : parseText(given.key, `${place}.key`, errors);
  const from = parseBound(field, given.from, `${place}.from`, errors);
  const to = parseBound(field, given.to, `${place}.to`, errors);
  return {
    key: key ?? `${boundText(given.from)}-${boundText(given.to)}`,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
};

const parseRanges = (given: Given, place: string, errors: RequestErrors) => {
  const field = parseFacetField(given, place, errors);
  if (field === undefined) return undefined;
  if (!isNumericType(field.type))
    return errors.addInvalidInput(
      `${place}.field`,
      `${describeField(field, errors)}; ranges are of numbers, dates and times`,
    );
  if (!Array.isArray(given.ranges) || given.ranges.length === 0 || given.ranges.length > limits.searchRangesMax)
    return errors.addInvalidInput(
      `${place}.ranges`,
      `expected a list of 1 to ${limits.searchRangesMax} ranges, got ${describeValue(given.ranges)}`,
    );
  const ranges = given.ranges.flatMap((each, at) => parseRange(field, each, `${place}.ranges[${at}]`, errors) ?? []);
  return { kind: 'ranges' as const, field, ranges };
};

const parseStats = (given: Given, place: string, errors: RequestErrors) => {
  const field = parseFacetField(given, place, errors);
  if (field === undefined) return undefined;
  return isNumericType(field.type)
    ? { kind: 'stats' as const, field }
    : errors.addInvalidInput(
        `${place}.field`,
        `${describeField(field, errors)}; stats are of numbers, dates and times`,
      );
};

const parsers = {
  distinct: parseDistinct,
  ranges: parseRanges,
  stats: parseStats,
  count: () => ({ kind: 'count' as const }),
};

const parseFacet = (value: unknown, place: string, errors: RequestErrors): Facet | undefined => {
  const [kind, body] = parseSoleMember(value, place, kinds, errors) ?? [];
  if (kind === undefined) return undefined;
  const at = `${place}.${kind}`;
  const given = parseMembers(body, at, members[kind], errors) as Given | undefined;
  if (given === undefined) return undefined;
  const name = parseName(given.name, `${at}.name`, errors);
  const filter = parseFilter(given.filter, `${at}.filter`, errors);
  const options = {
    scope: parseChoice(given.scope, ['query', 'all'], 'query', `${at}.scope`, errors),
    level: parseChoice(given.level, ['products', 'variants'], 'products', `${at}.level`, errors),
    ...(filter !== undefined && { filter }),
  };
  const rest = parsers[kind](given, at, errors);
  return name === undefined || rest === undefined ? undefined : { name, ...options, ...rest };
};

/** Parses facets; their names must be distinct. */
export const parseFacets = (given: unknown, errors: RequestErrors): Facet[] => {
  if (given === undefined) return [];
  if (!Array.isArray(given))
    return errors.addSyntaxError('facets', `expected an array of facets, got ${describeValue(given)}`) ?? [];
  if (given.length > limits.searchFacetsMax)
    return (
      errors.addInvalidInput('facets', `expected at most ${limits.searchFacetsMax} facets, got ${given.length}`) ?? []
    );
  const facets = given.flatMap((facet, at) => parseFacet(facet, `facets[${at}]`, errors) ?? []);
  facets.forEach(({ name }, at) => {
    if (facets.findIndex(each => each.name === name) < at)
      errors.addInvalidInput(`facets[${at}]`, `expected a name that no other facet has, got ${describeValue(name)}`);
  });
  return facets;
};
