import { test } from '../../support/tap.js';
import { comparableNumber } from '../../../src/search/fields/comparableValues.js';
import { errorsOfQuery, placesOf, parseExpressionJson } from './read.js';
import { matchWhole } from '../../support/matchWhole.js';

const custom = (name: string) => ({ field: 'custom.colour', customType: `${name}Type` });
const dateTime = Date.UTC(2024, 1, 29, 12, 30, 1, 250);
const hour = 3_600_000;

/** A field, the given value and the compared value. */
const compared: readonly (readonly [Readonly<Record<string, unknown>>, unknown, unknown])[] = [
  [{ field: 'orderNumber' }, '', ''],
  [{ field: 'orderNumber' }, ' a ', ' a '],
  [{ field: 'country' }, 'DE', 'DE'],
  [{ field: 'billingAddress.phone' }, '+49 30', '+49 30'],
  [{ field: 'version' }, 0, 0],
  [{ field: 'version' }, -1.5, -1.5],
  [{ field: 'totalPrice.centAmount' }, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [custom('Number'), 1e300, 1e300],
  [custom('Boolean'), false, false],
  [custom('String'), 'a', 'a'],
  [custom('Enum'), 'a', 'a'],
  [custom('LocalizedEnum'), 'a', 'a'],
  ...[
    '2024-02-29T12:30:01.250Z',
    '2024-02-29T13:30:01.25+01:00',
    '2024-02-29T07:00:01.2509-05:30',
    '2024-02-29T14:30:01.250+0200',
  ].flatMap(
    text =>
      [
        [{ field: 'createdAt' }, text, dateTime],
        [custom('DateTime'), text, dateTime],
      ] as const,
  ),
  [custom('Date'), '2024-02-29', Date.UTC(2024, 1, 29)],
  [custom('SetType.Date'), '1970-01-01', 0],
  [custom('Time'), '00:00', 0],
  [custom('Time'), '10:00:01', 10 * hour + 1_000],
  [custom('Time'), '23:59:59.999', 24 * hour - 1],
  [custom('Time'), '10:00:00.5', 10 * hour + 500],
];

test('converts a value to the type of its field (SEARCH020)', async t => {
  for (const [field, given, value] of compared)
    matchWhole(
      t,
      parseExpressionJson({ exact: { ...field, value: given } }),
      { kind: 'exact', value },
      `${JSON.stringify(field)} ${String(given)}`,
    );
});

test('converts the bounds of a range to its type (SEARCH026, SEARCH035, SEARCH036, SEARCH042, SEARCH043)', async t => {
  for (const [field, given, value] of compared.filter(
    ([{ customType }, , bound]) => typeof bound === 'number' || customType === 'StringType',
  )) {
    matchWhole(t, parseExpressionJson({ range: { ...field, gte: given } }), {
      kind: 'range',
      gte: value,
      lte: undefined,
    });
    matchWhole(t, parseExpressionJson({ range: { ...field, lte: given } }), {
      kind: 'range',
      gte: undefined,
      lte: value,
    });
    matchWhole(t, parseExpressionJson({ range: { ...field, gte: given, lte: given } }), {
      kind: 'range',
      gte: value,
      lte: value,
    });
  }
});

const text: readonly unknown[] = [1, true, ['a'], { en: 'a' }];
const number: readonly unknown[] = ['1', true, [1], {}];
const dateTimes: readonly unknown[] = [
  0,
  '',
  '2024-02-29',
  '2024-02-29T12:30:01',
  '2024-02-30T12:30:01Z',
  '2023-02-29T12:30:01.000Z',
  '2024-02-29T25:00:00Z',
  'yesterday',
  '2024-02-29 12:30:01Z',
];

/** A field, values of other types, and the expected type in the error. */
const refused: readonly (readonly [Readonly<Record<string, unknown>>, readonly unknown[], string])[] = [
  [{ field: 'orderNumber' }, text, 'a text'],
  [{ field: 'country' }, text, 'a text'],
  [{ field: 'billingAddress.phone' }, text, 'a text'],
  [{ field: 'lineItems.name', language: 'en' }, text, 'a text'],
  [custom('String'), text, 'a text'],
  [custom('LocalizedEnum'), text, 'a text'],
  [{ field: 'version' }, number, 'a number'],
  [custom('Number'), number, 'a number'],
  [custom('Boolean'), ['true', 0, [], {}], 'true or false'],
  [{ field: 'createdAt' }, dateTimes, 'ISO 8601 with a time zone'],
  [custom('DateTime'), dateTimes, 'ISO 8601 with a time zone'],
  [
    custom('Date'),
    ['2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10', '2024-2-9', '2024-02-29T00:00:00Z', '', 20240229],
    'YYYY-MM-DD',
  ],
  [
    custom('Time'),
    ['24:00', '10', '10:60', '10:00:60', '10:00:00.', '10:00:00Z', '10:00:00+01:00', '1:00', '', 10],
    'hh:mm:ss.sss',
  ],
];

test('refuses a value of another type and names field, expected and given value (SEARCH020, SEARCH041)', async t => {
  for (const [field, values, expected] of refused) {
    for (const value of values) {
      const entries = errorsOfQuery({ exact: { ...field, value } });
      t.same(
        placesOf(entries),
        ['InvalidInput query.exact.value'],
        `${JSON.stringify(field)} ${JSON.stringify(value)}`,
      );
      t.match(entries[0]!.message, `field '${String(field.field)}' is a`);
      t.match(entries[0]!.message, expected);
      t.match(entries[0]!.message, typeof value === 'string' ? `got '${value}'` : /got (an? |true|\d)/);
    }
  }
});

test('refuses both bounds of another type (SEARCH026)', async t => {
  for (const [field, values] of refused.filter(
    ([, , expected]) => expected !== 'a text' && expected !== 'true or false',
  )) {
    for (const value of values)
      t.same(placesOf(errorsOfQuery({ range: { ...field, gte: value, lte: value } })), [
        'InvalidInput query.range.gte',
        'InvalidInput query.range.lte',
      ]);
  }
  t.same(placesOf(errorsOfQuery({ range: { ...custom('String'), gte: 1 } })), ['InvalidInput query.range.gte']);
});

test('refuses infinity as a number and a number as a date and time', async t => {
  for (const type of ['long', 'number'] as const)
    for (const value of [Infinity, -Infinity, NaN]) t.equal(comparableNumber(type, value), undefined);
  for (const type of ['dateTime', 'instant', 'date', 'time', 'text', 'boolean'] as const)
    t.equal(comparableNumber(type, 1), undefined);
});
