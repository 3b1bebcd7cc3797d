import { limits } from '../../base/config/limits.js';
import { comparableNumber, isNumericType } from '../fields/comparableValues.js';
import type { SearchField } from '../fields/SearchField.js';
import type { Facet, FacetRange } from './ast.js';
import { describeField, parseField } from './parseField.js';
import { parseChoice, parseInteger, parseLanguage } from './parseOptions.js';
import { parseQuery } from './parseQuery.js';
import { describeValue, type Members, parseMembers, parseSoleMember, type Place } from './RequestErrors.js';

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

const parseText = (value: unknown, place: Place): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= limits.searchPatternLengthMax
    ? value
    : place.invalid(`expected a text of 1 to ${limits.searchPatternLengthMax} characters, got ${describeValue(value)}`);

const parseName = (value: unknown, place: Place): string | undefined =>
  value === undefined ? place.required('the name of the facet') : parseText(value, place);

const parseFacetField = (given: Given, place: Place): SearchField | undefined => {
  const field = parseField(given, place, true);
  if (field?.isAll === true)
    return place.member('field').invalid("field 'all' stands for many fields, and a facet counts one");
  return field;
};

const parseIncludes = (value: unknown, place: Place): string[] | undefined => {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > limits.searchBucketsMax)
    return place.invalid(`expected a list of at most ${limits.searchBucketsMax} texts, got ${describeValue(value)}`);
  return value.flatMap((each, at) => parseText(each, place.element(at)) ?? []);
};

const parseDistinct = (given: Given, place: Place) => {
  const field = parseFacetField(given, place);
  if (field === undefined) return undefined;
  const language = parseLanguage(field, given.language, place.member('language'), false);
  const sort =
    given.sort === undefined ? {} : (parseMembers(given.sort, place.member('sort'), ['by', 'order'] as const) ?? {});
  const includes = parseIncludes(given.includes, place.member('includes'));
  const missing = given.missing === undefined ? undefined : parseText(given.missing, place.member('missing'));
  const by = parseChoice(sort.by, ['count', 'key'], 'count', place.member('sort').member('by'));
  return {
    kind: 'distinct' as const,
    field,
    ...(language !== undefined && { language }),
    ...(includes !== undefined && { includes }),
    ...(missing !== undefined && { missing }),
    sort: {
      by,
      order: parseChoice(
        sort.order,
        ['asc', 'desc'],
        by === 'count' ? 'desc' : 'asc',
        place.member('sort').member('order'),
      ),
    },
    limit: parseInteger(given.limit, limits.searchBucketsDefault, limits.searchBucketsMax, place.member('limit')),
  };
};

const parseBound = (field: SearchField, value: unknown, place: Place): number | undefined =>
  value === undefined
    ? undefined
    : (comparableNumber(field.type, value) ??
      place.invalid(`${describeField(field, place)}; got ${describeValue(value)}`));

const boundText = (bound: unknown): string =>
  typeof bound === 'number' || typeof bound === 'string' ? String(bound) : '*';

const parseRange = (field: SearchField, value: unknown, place: Place): FacetRange | undefined => {
  const given = parseMembers(value, place, ['from', 'to', 'key'] as const);
  if (given === undefined) return undefined;
  if (given.from === undefined && given.to === undefined)
    return place.member('from').required('a range has from, to or both');
  const key = given.key === undefined ? undefined : parseText(given.key, place.member('key'));
  const from = parseBound(field, given.from, place.member('from'));
  const to = parseBound(field, given.to, place.member('to'));
  return {
    key: key ?? `${boundText(given.from)}-${boundText(given.to)}`,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
};

const parseRanges = (given: Given, place: Place) => {
  const field = parseFacetField(given, place);
  if (field === undefined) return undefined;
  if (!isNumericType(field.type))
    return place.member('field').invalid(`${describeField(field, place)}; ranges are of numbers, dates and times`);
  if (!Array.isArray(given.ranges) || given.ranges.length === 0 || given.ranges.length > limits.searchRangesMax)
    return place.invalidMember(
      'ranges',
      `expected a list of 1 to ${limits.searchRangesMax} ranges, got ${describeValue(given.ranges)}`,
    );
  const ranges = given.ranges.flatMap((each, at) => parseRange(field, each, place.member('ranges').element(at)) ?? []);
  return { kind: 'ranges' as const, field, ranges };
};

const parseStats = (given: Given, place: Place) => {
  const field = parseFacetField(given, place);
  if (field === undefined) return undefined;
  return isNumericType(field.type)
    ? { kind: 'stats' as const, field }
    : place.member('field').invalid(`${describeField(field, place)}; stats are of numbers, dates and times`);
};

const parsers = {
  distinct: parseDistinct,
  ranges: parseRanges,
  stats: parseStats,
  count: () => ({ kind: 'count' as const }),
};

const parseFacet = (value: unknown, place: Place): Facet | undefined => {
  const [kind, body] = parseSoleMember(value, place, kinds) ?? [];
  if (kind === undefined) return undefined;
  const at = place.member(kind);
  const given = parseMembers(body, at, members[kind]) as Given | undefined;
  if (given === undefined) return undefined;
  const name = parseName(given.name, at.member('name'));
  const filter = parseQuery(given.filter, at.member('filter'));
  const options = {
    scope: parseChoice(given.scope, ['query', 'all'], 'query', at.member('scope')),
    level: parseChoice(given.level, ['products', 'variants'], 'products', at.member('level')),
    ...(filter !== undefined && { filter }),
  };
  const rest = parsers[kind](given, at);
  return name === undefined || rest === undefined ? undefined : { name, ...options, ...rest };
};

/** Parses facets; their names must be distinct. */
export const parseFacets = (given: unknown, place: Place): Facet[] => {
  if (given === undefined) return [];
  if (!Array.isArray(given)) return place.syntaxError(`expected an array of facets, got ${describeValue(given)}`) ?? [];
  if (given.length > limits.searchFacetsMax)
    return place.invalid(`expected at most ${limits.searchFacetsMax} facets, got ${given.length}`) ?? [];
  const facets = given.flatMap((facet, at) => parseFacet(facet, place.element(at)) ?? []);
  facets.forEach(({ name }, at) => {
    if (facets.findIndex(each => each.name === name) < at)
      place.element(at).invalid(`expected a name that no other facet has, got ${describeValue(name)}`);
  });
  return facets;
};
