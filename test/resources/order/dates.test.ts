import { test } from '../../support/tap.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { create, refuseCreation } = await startOrders();

test('completedAt is present only if the import sets it (ORD004)', async t => {
  t.notOk('completedAt' in (await create()));
  t.equal((await create({ completedAt: '2026-03-01T10:00:00.000Z' })).completedAt, '2026-03-01T10:00:00.000Z');
});

test('converts every ISO 8601 form with a zone to UTC with milliseconds (ORD004, GEN031)', async t => {
  for (const [given, stored] of [
    ['2026-03-01T10:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.500Z'],
    ['2026-03-01T10:00:00.123456789Z', '2026-03-01T10:00:00.123Z'],
    ['2026-01-01T00:30:00+02:00', '2025-12-31T22:30:00.000Z'],
    ['2026-01-01T00:30:00-0930', '2026-01-01T10:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ] as const)
    t.equal((await create({ completedAt: given })).completedAt, stored, given);
});

test('refuses a day or time that does not exist (ORD004)', async t => {
  for (const wrong of [
    '2026-02-30T00:00:00Z',
    '2025-02-29T12:00:00Z',
    '2026-04-31T00:00:00+02:00',
    '2026-13-01T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T10:60:00Z',
    '2026-01-01T10:00:00+99:00',
  ])
    matchWhole(
      t,
      await refuseCreation({ completedAt: wrong }),
      {
        statusCode: 400,
        errors: [
          {
            code: 'InvalidField',
            field: 'completedAt',
            invalidValue: wrong,
            message: /Expected a date and time in ISO 8601 with a time zone/,
          },
        ],
      },
      wrong,
    );
});

test('refuses dates without a time or a zone, and other texts (ORD004)', async t => {
  for (const wrong of ['2026-03-01', '2026-03-01T10:00:00', '2026-03-01 10:00:00Z', 'yesterday', ''])
    matchWhole(
      t,
      await refuseCreation({ completedAt: wrong }),
      { statusCode: 400, errors: [{ code: 'InvalidField', field: 'completedAt', invalidValue: wrong }] },
      wrong,
    );
});
