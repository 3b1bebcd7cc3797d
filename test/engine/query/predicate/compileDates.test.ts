import { test } from '../../../support/tap.js';
import { compilePredicate } from '../../../../src/engine/query/predicate/compilePredicate.js';
import { toUtcDateTime } from '../../../../src/schema/toUtcDateTime.js';
import { parseWith } from './parseWith.js';

const matches = (text: string, a: unknown): boolean => compilePredicate(parseWith(text))({ a });
const noon = '2024-02-29T12:00:00.000Z';

test('the same instant is equal in any form', async t => {
  const forms = [
    '2024-02-29T12:00:00Z',
    '2024-02-29T12:00Z',
    '2024-02-29T14:00:00.000+02:00',
    '2024-02-29T06:30:00-0530',
    '2024-02-29T13:00:00.0004+01',
  ];
  for (const form of forms) {
    t.equal(toUtcDateTime(form), noon);
    for (const text of [`a = "${form}"`, `a in ("x","${form}")`, `a >= "${form}"`, `a <= "${form}"`])
      t.ok(matches(text, noon), text);
    t.ok(matches(`a = "${noon}"`, form), 'stored in another form');
    t.ok(matches(`a contains all ("${form}")`, [noon]));
    t.notOk(matches(`a != "${form}" or a < "${form}" or a > "${form}"`, noon));
  }
});

test('date-times are ordered by time', async t => {
  t.ok(matches('a > "2024-02-29T23:00:00+12:00"', noon));
  t.ok(matches('a < "2024-02-29T03:00:00-12:00"', noon));
  t.notOk(matches('a > "2024-02-29T23:00:00+02:00"', noon));
});

test('compares a text that is no date-time as text', async t => {
  for (const text of [
    '2024-02-29',
    '2023-02-29T12:00:00Z',
    '2024-02-29T24:00:00Z',
    '2024-02-29T12:00:00',
    '2024-02-29T12:00:00+24:00',
    '9999-12-31T23:59:59-01:00',
  ]) {
    t.equal(toUtcDateTime(text), undefined, text);
  }
  t.ok(matches('a >= "2024-02-29"', noon), 'a day orders before its times');
  t.notOk(matches('a = "2024-02-29"', noon));
  t.ok(matches(`a > "${noon}"`, 'later'));
  t.ok(matches('a = "2024-13-01T00:00:00Z"', '2024-13-01T00:00:00Z'));
});
