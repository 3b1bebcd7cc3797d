import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { limits } from '../../../src/base/config/limits.js';
import { ApiError } from '../../../src/base/errors/ApiError.js';
import { customField, expressionKinds, parseOrderSearch, searchFields } from '../../support/search/searchedOrder.js';
import { customTypes } from '../../../src/search/types/customFields.js';
import { allowedExpressions } from '../../../src/search/fields/SearchField.js';
import { compoundKinds, type Query, type SearchRequest } from '../../../src/search/query/ast.js';
import { expressionOf } from './ask.js';
import { rounds } from '../../support/rounds.js';

const own = (value: object): Record<string, unknown> => value as Record<string, unknown>;

const fieldName = fc.oneof(
  fc.constantFrom(...searchFields.map(({ name }) => name)),
  fc.constantFrom('custom.colour', 'custom.x', 'custom.__proto__', '__proto__', 'constructor'),
);
const value = fc.oneof(
  fc.constantFrom<unknown>('a', '', 1, 0, -1, true, null, '2024-05-06T07:08:09Z', '2024-05-06', '10:00'),
  fc.jsonValue({ maxDepth: 1 }),
);
const language = fc.constantFrom<unknown>('en', 'en', 'de-AT', '', 1);

/** Requests that are almost or completely valid. */
const options = fc.record(
  {
    field: fieldName,
    value,
    language,
    customType: fc.constantFrom<unknown>(...customTypes, 'x'),
    boost: fc.constantFrom<unknown>(0, 1, 2.5, -1, 'a'),
    mustMatch: fc.constantFrom('all', 'any', 'some'),
    caseInsensitive: value,
    gte: value,
    lte: value,
    ['__proto__']: value,
    constructor: value,
  },
  { requiredKeys: [] },
);

const sound = fc
  .constantFrom(...searchFields, ...customTypes.map(customType => customField('colour', customType)))
  .chain(({ name: field, type, openType: customType }) =>
    fc
      .constantFrom(...allowedExpressions[type].filter(kind => expressionKinds.includes(kind)))
      .map(kind => expressionOf(kind, type, { field, ...(customType !== undefined && { customType }) })),
  );
const expression = fc.oneof(
  { weight: 20, arbitrary: sound },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...expressionKinds), options).map(([kind, body]) => ({ [kind]: body })),
  },
);
const { query: anyQuery } = fc.letrec<{ query: unknown }>(tie => ({
  query: fc.oneof(
    { depthSize: 'small' },
    { weight: 10, arbitrary: expression },
    { weight: 1, arbitrary: value },
    {
      weight: 20,
      arbitrary: fc
        .tuple(fc.constantFrom(...compoundKinds), fc.array(tie('query'), { maxLength: 4 }))
        .map(([kind, parts]) => ({ [kind]: parts })),
    },
  ),
}));
const sorting = fc.record(
  {
    field: fieldName,
    order: fc.constantFrom('asc', 'desc', 'x'),
    mode: fc.constantFrom('min', 'sum', 'x'),
    language,
    filter: expression,
  },
  { requiredKeys: ['field'] },
);
const page = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 105 }) }, { weight: 1, arbitrary: value });
const request = fc.record(
  {
    query: anyQuery,
    sort: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(sorting, { maxLength: 2 }) },
    ),
    limit: page,
    offset: page,
  },
  { requiredKeys: ['query'] },
);

const checkQuery = (query: Query, depth: number): void => {
  assert.ok(depth <= limits.searchDepthMax);
  if ('parts' in query) {
    assert.ok(query.parts.length > 0);
    for (const part of query.parts) checkQuery(part, depth + 1);
    return;
  }
  assert.ok(allowedExpressions[query.field.type].includes(query.kind));
  assert.ok(Number.isFinite(query.boost) && query.boost >= 0);
  if (query.kind === 'range') assert.ok(query.gte !== undefined || query.lte !== undefined);
  else if (query.kind !== 'exists') assert.notEqual(query.value, undefined);
};

const checkRequest = ({ query, sort, limit, offset }: SearchRequest): void => {
  checkQuery(query, 0);
  assert.ok(
    sort.length <= limits.searchSortsMax &&
      limit >= 0 &&
      limit <= limits.searchLimitMax &&
      offset >= 0 &&
      offset <= limits.searchOffsetMax,
  );
};

/** Tells whether the request was parsed; a refusal must be an ApiError with status 400 and known error codes. */
const isRead = (body: unknown): boolean => {
  try {
    checkRequest(parseOrderSearch(own(body as object)));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    assert.equal(error.status, 400);
    assert.ok(error.entries.length > 0 && error.entries.length <= limits.searchFaultsMax);
    for (const { code, message } of error.entries)
      assert.ok(['SyntaxError', 'InvalidInput', 'RequiredField'].includes(code) && message.length < 4_000);
    return false;
  }
};

test('parses any JSON object or refuses it with status 400 (SEARCH060)', async () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.dictionary(fc.oneof(fc.constantFrom('query', 'sort', 'limit', 'offset'), fc.string()), fc.jsonValue()),
        fc.jsonValue().map(query => ({ query })),
      ),
      body => {
        isRead(body);
      },
    ),
    { numRuns: rounds(2_000) },
  );
  const isValid = (body: object): boolean => {
    try {
      return parseOrderSearch(own(body)) !== undefined;
    } catch {
      return false;
    }
  };
  for (const wanted of [true, false])
    fc.assert(
      fc.property(
        request.filter(body => isValid(body) === wanted),
        body => isRead(body) === wanted,
      ),
      { numRuns: wanted ? rounds(1_000) : rounds(4_000) },
    );
});

const deep = (depth: number, around: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce((inner: unknown) => around(inner), {});

test('refuses a query with a hundred thousand levels', async t => {
  const nested = [
    deep(100_000, inner => [inner]),
    deep(100_000, inner => ({ and: [inner] })),
    deep(100_000, inner => ({ and: [{ or: [inner] }] })),
    deep(100_000, inner => ({ exact: inner })),
  ];
  for (const inner of nested) {
    for (const body of [
      { query: inner },
      { sort: inner },
      { query: { exact: inner } },
      { query: { exact: { field: inner } } },
      { query: { exact: { field: 'id', value: inner } } },
      { query: { range: { field: 'version', gte: inner } } },
      { query: {}, sort: [{ field: 'version', filter: inner, mode: inner }], limit: inner },
    ])
      t.notOk(isRead(body));
  }
});
