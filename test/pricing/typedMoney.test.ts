/** Money with more digits than its currency. */
import fc from 'fast-check';
import { test } from '../support/tap.js';
import { compileValidator } from '../../src/engine/define/compileValidator.js';
import { linePrice } from '../../src/pricing/money.js';
import { typedMoneyOf } from '../../src/pricing/typedMoneyOf.js';
import { fractionDigitsOf } from '../../src/schema/fractionDigitsOf.js';
import { TypedMoneyDraft } from '../../src/schema/money.js';
import { matchWhole } from '../support/matchWhole.js';
import { currency } from './arbitraries.js';
import { max } from './euros.js';
import { centsOf, nearest } from './fraction.js';
import { refusalEntries } from './refusalEntries.js';
import { rounds } from '../support/rounds.js';

const draftErrors = compileValidator(TypedMoneyDraft);

test('stores high precision money', t => {
  fc.assert(
    fc.property(
      currency,
      fc.integer({ min: -max, max }),
      fc.integer({ min: 1, max: 17 }),
      (currencyCode, preciseAmount, more) => {
        const draft = {
          type: 'highPrecision' as const,
          currencyCode,
          preciseAmount,
          fractionDigits: fractionDigitsOf(currencyCode) + more,
        };
        const exact = centsOf({ ...draft, centAmount: 0 }, fractionDigitsOf(currencyCode));
        const down = Number(
          exact.over >= 0n ? exact.over / exact.under : -((-exact.over + exact.under - 1n) / exact.under),
        );
        const up = exact.over % exact.under === 0n ? down : down + 1;
        const keeps = (centAmount: number) => typedMoneyOf({ ...draft, centAmount }).centAmount === centAmount;
        return (
          draftErrors({ ...draft }).length === 0 &&
          Object.is(typedMoneyOf(draft).centAmount, nearest(exact, 'HalfEven') + 0) &&
          keeps(down) &&
          keeps(up) &&
          [down - 1, up + 1].every(
            centAmount => refusalEntries(() => typedMoneyOf({ ...draft, centAmount }))[0]!.code === 'InvalidInput',
          )
        );
      },
    ),
    { numRuns: rounds(2000) },
  );
  const draft = { type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 1015, fractionDigits: 3 } as const;
  t.same(typedMoneyOf(draft), { ...draft, centAmount: 102 });
  t.same(
    typedMoneyOf({ ...draft, centAmount: 101 }),
    { ...draft, centAmount: 101 },
    'centAmount may be either neighbour',
  );
  matchWhole(
    t,
    refusalEntries(() => typedMoneyOf({ ...draft, centAmount: 103 }, 'value')),
    [{ code: 'InvalidInput', message: /'value\.centAmount' is 103; expected 101\.5/ }],
  );
  t.equal(
    linePrice(typedMoneyOf({ ...draft, preciseAmount: 4, fractionDigits: 4 }), 1000, 'HalfEven').centAmount,
    40,
    '0.0004 a piece is 0.40 for a thousand',
  );
  t.end();
});

test('refuses money whose members do not fit its type', t => {
  t.same(typedMoneyOf({ currencyCode: 'JPY', centAmount: 5, fractionDigits: 0 }), {
    type: 'centPrecision',
    currencyCode: 'JPY',
    centAmount: 5,
    fractionDigits: 0,
  });
  const told = (draft: TypedMoneyDraft) =>
    refusalEntries(() => typedMoneyOf(draft, 'price.value')).map(({ code, field, message }) => [
      code,
      field ?? message,
    ]);
  t.same(told({ currencyCode: 'EUR' }), [['RequiredField', 'price.value.centAmount']]);
  t.same(told({ currencyCode: 'EUR', centAmount: 1, preciseAmount: 1000, fractionDigits: 3 }), [
    ['InvalidField', 'price.value.preciseAmount'],
    ['InvalidField', 'price.value.fractionDigits'],
  ]);
  t.same(told({ type: 'highPrecision', currencyCode: 'EUR', centAmount: 1 }), [
    ['RequiredField', 'price.value.preciseAmount'],
    ['RequiredField', 'price.value.fractionDigits'],
  ]);
  t.same(told({ type: 'highPrecision', currencyCode: 'KWD', preciseAmount: 1, fractionDigits: 3 }), [
    ['InvalidField', 'price.value.fractionDigits'],
  ]);
  t.same(refusalEntries(() => typedMoneyOf({ currencyCode: 'EUR', centAmount: 1, fractionDigits: 3 }))[0], {
    code: 'InvalidField',
    message: "The value '3' is not valid for field 'fractionDigits'. Expected 2, as EUR has.",
    field: 'fractionDigits',
    invalidValue: 3,
  });
  const good = { type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 1, fractionDigits: 3 };
  for (const [field, invalidValue] of [
    ['fractionDigits', 21],
    ['preciseAmount', 2 ** 53],
    ['currencyCode', 'euro'],
  ] as const)
    matchWhole(t, draftErrors({ ...good, [field]: invalidValue }), [{ code: 'InvalidField', field, invalidValue }]);
  matchWhole(t, draftErrors({ ...good, type: 'lowPrecision' }), [
    {
      code: 'InvalidField',
      field: 'type',
      invalidValue: 'lowPrecision',
      allowedValues: ['centPrecision', 'highPrecision'],
    },
  ]);
  t.end();
});
