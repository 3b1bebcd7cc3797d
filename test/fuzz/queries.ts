/** Generates query strings, predicates and search queries. */
import fc from 'fast-check';
import { encoded, hostileValue, hostileTexts, Verbatim } from './values.js';

const fields = [
  'id',
  'key',
  'version',
  'createdAt',
  'name',
  'name(en',
  'lineItems(quantity',
  'custom(fields(a',
  'customerEmail',
  'orderNumber',
  'transitions',
  'variants(attributes(name',
  'totalPrice(centAmount',
  '__proto__',
  'constructor',
  '`a b`',
];
const operators = [
  '=',
  '!=',
  '<>',
  '<',
  '>=',
  'in',
  'not in',
  'contains any',
  'contains all',
  'is defined',
  'is not defined',
  'is empty',
  'within circle',
  'has changed',
  '~',
];
const literals = [
  '"x"',
  '1',
  '-1.5e3',
  '1e999',
  'true',
  '("a","b")',
  '()',
  ':var',
  '"2024-01-01T00:00:00.000Z"',
  '"\\u0000"',
  '"',
  'now()',
  '(1,"a",true)',
];

const comparison = fc
  .tuple(fc.constantFrom(...fields), fc.constantFrom(...operators), fc.constantFrom(...literals))
  .map(
    ([field, operator, literal]) =>
      `${field} ${operator} ${operator.startsWith('is ') ? '' : literal}${')'.repeat(field.split('(').length - 1)}`,
  );

const repeated = fc
  .tuple(
    fc.constantFrom('(', 'not(', 'not ', 'a(', '!', '"', '\\', 'a=1 and ', '[', ' '),
    fc.integer({ min: 1, max: 1_500 }),
  )
  .map(([part, count]) => part.repeat(count));

export const hostilePredicate: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: comparison },
  { weight: 3, arbitrary: fc.array(comparison, { minLength: 2, maxLength: 6 }).map(parts => parts.join(' and ')) },
  {
    weight: 1,
    arbitrary: fc.array(comparison, { minLength: 2, maxLength: 30 }).map(parts => `not(${parts.join(' or ')})`),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...fields, ...operators, ...literals, '(', ')', ' and ', ' or ', 'not'), { maxLength: 12 })
      .map(parts => parts.join(' ')),
  },
  { weight: 1, arbitrary: repeated },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
);

const number = fc.constantFrom('0', '1', '20', '500', '501', '-1', '1e9', '10001', 'x', '', '0x10', '１');
const parameter: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('where'), hostilePredicate) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constant('sort'),
      fc.oneof(
        fc.tuple(fc.constantFrom(...fields), fc.constantFrom('', ' asc', ' desc', ' up')).map(parts => parts.join('')),
        fc.constantFrom(...hostileTexts),
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constant('expand'),
      fc.constantFrom(
        'transitions[*]',
        'cart',
        'lineItems[*].state[*].state',
        'a'.repeat(300),
        '[*]',
        '..',
        '__proto__',
        'constructor.prototype',
        'paymentInfo.payments[*]',
        'x[*]'.repeat(100),
        ...hostileTexts,
      ),
    ),
  },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset', 'version'), number) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom(
        'withTotal',
        'dataErasure',
        'var.var',
        'var.__proto__',
        '__proto__',
        'customerId',
        'priceCurrency',
        'email',
        'storeKey',
        'token',
      ),
      fc.constantFrom('true', 'false', ...hostileTexts),
    ),
  },
);

/** Query strings with missing or invalid encoding. */
const rawQuery = fc.constantFrom(
  '%',
  '%zz',
  'where=%ff%fe',
  '&&&=',
  'where',
  'limit=1&limit=2',
  '?',
  'a=%ed%a0%80',
  'expand[]=x',
  '+++',
  'where=%22',
);

export const queryString: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: fc.constant('') },
  {
    weight: 12,
    arbitrary: fc.array(parameter, { minLength: 1, maxLength: 4 }).map(list =>
      list
        .map(([name, value]) => `${name}=${encoded(value)}`)
        .join('&')
        .slice(0, 9_000),
    ),
  },
  { weight: 1, arbitrary: rawQuery },
);

const searchFields = [
  'orderNumber',
  'totalPrice.centAmount',
  'createdAt',
  'lineItems.name',
  'customerEmail',
  'lineItems.quantity',
  '__proto__',
  'nope',
  'shippingAddress.city',
  'custom.a',
];
const searchValue = fc.oneof(
  fc.constantFrom<unknown>('a', '*', '?*', 'A-10', 1, -1, true, '2024-01-01T00:00:00.000Z', new Verbatim('1e400')),
  hostileValue,
);

const leaf = fc
  .tuple(
    fc.constantFrom('exact', 'prefix', 'wildcard', 'fullText', 'range', 'exists', 'fuzzy', '__proto__'),
    fc.constantFrom(...searchFields),
    searchValue,
    fc.constantFrom(
      {},
      { language: 'en' },
      { fieldType: 'text' },
      { caseInsensitive: true },
      { mustMatch: 'any' },
      { boost: 2 },
    ),
  )
  .map(([kind, field, value, more]) => ({
    [kind]: { field, ...(kind === 'range' ? { gte: value, lt: 9 } : { value }), ...more },
  }));

export const searchBody: fc.Arbitrary<unknown> = fc.record(
  {
    query: fc.letrec(tie => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc
          .tuple(fc.constantFrom('and', 'or', 'not', 'filter'), fc.array(tie('node'), { maxLength: 4 }))
          .map(([kind, parts]) => ({ [kind]: parts })),
      ),
    })).node,
    sort: fc.array(
      fc.record(
        {
          field: fc.constantFrom(...searchFields),
          order: fc.constantFrom('asc', 'desc', 'x'),
          mode: fc.constantFrom('min', 'max', 'sum'),
        },
        { requiredKeys: ['field'] },
      ),
      { maxLength: 3 },
    ),
    limit: fc.oneof(fc.integer({ min: 0, max: 100 }), hostileValue),
    offset: fc.oneof(fc.integer({ min: 0, max: 100 }), hostileValue),
  },
  { requiredKeys: [] },
);
