/** Sums and products of money. */
import fc from 'fast-check';
import { test } from '../../support/tap.js';
import {
  add,
  divideIntegers,
  linePrice,
  multiply,
  subtract,
  sum,
  allocate,
  unitsOf,
  withoutShare,
} from '../../../src/commerce/pricing/moneyArithmetic.js';
import { computeTaxedPrice } from '../../../src/commerce/pricing/taxedPrices.js';
import { fractionDigitsOf, moneyOf, TypedMoneyDraft } from '../../../src/commerce/values/money.js';
import { cents, currency, rounding, roundingModes, typedMoney, amount } from './arbitraries.js';
import { max, exactly, eur } from './euros.js';
import { fraction, fractionOf, isTie, nearest, product, centsOf } from './fraction.js';
import { refusalEntries } from './refusalEntries.js';
import { rounds } from '../../support/rounds.js';
import { compileValidator } from '../../../src/engine/define/compileValidator.js';
import { typedMoneyOf } from '../../../src/commerce/pricing/typedMoneyOf.js';
import { matchWhole } from '../../support/matchWhole.js';

test('divides integers exactly and rounds the quotient', async () => {
  const dividend = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.maxSafeInteger());
  const divisor = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(
    fc.property(dividend, divisor, rounding, (over, under, mode) =>
      Object.is(divideIntegers(over, under, mode), nearest(fraction(BigInt(over), BigInt(under)), mode)),
    ),
    { numRuns: rounds(2_000) },
  );
});

test('rounds positive and negative amounts in three modes', async t => {
  for (const [centAmount, factor, ...expected] of [
    [5, '0.5', 2, 3, 2],
    [7, '0.5', 4, 4, 3],
    [1, '0.5', 0, 1, 0],
    [3, '0.5', 2, 2, 1],
    [-5, '0.5', -2, -3, -2],
    [-7, '0.5', -4, -4, -3],
    [-1, '0.5', 0, -1, 0],
    [-3, '0.5', -2, -2, -1],
    [100, '0.01499999999999999999999', 1, 1, 1],
    [100, '0.015', 2, 2, 1],
    [100, '0.01500000000000000000001', 2, 2, 2],
    [1075, 0.1, 108, 108, 107],
    [100, 1.005, 100, 101, 100],
    [100, 8.325, 832, 833, 832],
    [100, 1.115, 112, 112, 111],
    [-100, 1.005, -100, -101, -100],
    [9, 0, 0, 0, 0],
    [3, 3, 9, 9, 9],
    [10_000_000, 1e-7, 1, 1, 1],
    [max, '1', max, max, max],
  ] as const)
    t.same(
      roundingModes.map(mode => multiply(eur(centAmount), factor, mode)),
      expected.map(eur),
      `${centAmount} * ${factor}`,
    );
  t.ok(Object.is(multiply(eur(-1), '0.1', 'HalfEven').centAmount, 0), 'no negative zero');
  t.same(
    roundingModes.map(mode => withoutShare(eur(1_995), 1_000, mode)),
    [eur(1_796), eur(1_796), eur(1_795)],
    '19.95 without 10 %',
  );
  for (const wrong of ['a third', Number.NaN, Number.POSITIVE_INFINITY])
    t.throws(() => multiply(eur(1), wrong, 'HalfEven'), /Not a number/);
});

test('multiplies exactly and rounds once', async () => {
  const decimal = fc
    .tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 0, max: 7 }))
    .map(([part, digits]) => Number(`${part}e-${digits}`));
  const factor = fc.oneof(
    fc.integer({ min: -1000, max: 1000 }),
    fc.constantFrom(0.5, -0.5, 0.05, 0.25, 1.005),
    decimal,
  );
  const factors = fc.tuple(currency.chain(typedMoney), factor);
  const exactProduct = ([money, by]: readonly [Parameters<typeof multiply>[0], number]) =>
    product(exactly(money), fractionOf(by));
  const isRounded = fc.oneof(
    factors,
    factors.filter(each => isTie(exactProduct(each))),
  );
  fc.assert(
    fc.property(isRounded, rounding, ([money, by], mode) => {
      const exact = exactProduct([money, by]);
      const { type, currencyCode, centAmount, fractionDigits } = multiply(money, by, mode);
      return (
        type === 'centPrecision' &&
        currencyCode === money.currencyCode &&
        fractionDigits === fractionDigitsOf(currencyCode) &&
        Object.is(centAmount, nearest(exact, mode) + 0) &&
        multiply(money, String(by), mode).centAmount === centAmount
      );
    }),
    { numRuns: rounds(4000) },
  );
  fc.assert(
    fc.property(currency.chain(typedMoney), fc.integer({ min: 0, max: 10_000 }), rounding, (money, permyriad, mode) => {
      const rest = withoutShare(money, permyriad, mode);
      const units = product(fractionOf(unitsOf(money)), fraction(BigInt(10_000 - permyriad), 10_000n));
      return rest.fractionDigits === money.fractionDigits && unitsOf(rest) === nearest(units, mode) + 0;
    }),
    { numRuns: rounds(2000) },
  );
});

test('adds amounts of one currency', async t => {
  fc.assert(
    fc.property(
      currency.chain(code => fc.tuple(cents(code), cents(code))),
      ([a, b]) =>
        add(a, b).centAmount === a.centAmount + b.centAmount &&
        subtract(a, b).centAmount === a.centAmount - b.centAmount &&
        subtract(add(a, b), b).centAmount === a.centAmount,
    ),
    { numRuns: rounds(1000) },
  );
  t.same(sum('KWD', []), { type: 'centPrecision', currencyCode: 'KWD', centAmount: 0, fractionDigits: 3 });
  t.same(sum('EUR', [eur(max), eur(5), eur(-6)]), eur(max - 1), 'only the result must be in range');
  t.throws(() => add(eur(1), moneyOf({ currencyCode: 'USD', centAmount: 1 })), /USD does not add to one in EUR/);
  t.throws(() => sum('JPY', [eur(1)]), /EUR does not add to one in JPY/);
});

test('refuses an amount that a JSON number cannot hold', async t => {
  const standard = { name: 'standard', amount: 0.19, includedInPrice: false };
  const whole = {
    price: eur(max),
    quantity: 1,
    taxRate: standard,
    calculationMode: 'LineItemLevel',
    rounding: 'HalfEven',
  } as const;
  for (const [name, run] of Object.entries({
    plus: () => add(eur(max), eur(1)),
    minus: () => subtract(eur(-max), eur(1)),
    'many together': () => sum('EUR', [eur(max), eur(max), eur(max)]),
    scaled: () => multiply(eur(max), 2, 'HalfEven'),
    'by half a cent': () => multiply(eur(max), '1.00000000000000006', 'HalfUp'),
    linePrice: () => linePrice(eur(2), max, 'HalfUp'),
    'a huge factor': () => multiply(eur(1), 1e300, 'HalfUp'),
    taxedPrice: () => computeTaxedPrice(whole),
    'by the piece': () => computeTaxedPrice({ ...whole, calculationMode: 'UnitPriceLevel' }),
  })) {
    const [entry] = refusalEntries(run);
    t.equal(entry!.code, 'InvalidInput', name);
    t.match(entry!.message, /EUR.* exceeds 9007199254740991/, name);
  }
  t.same(computeTaxedPrice({ ...whole, taxRate: { ...standard, includedInPrice: true } }).totalGross, eur(max));
});

// Allocation of an amount to shares.
test('allocates without losing a cent', async t => {
  const weight = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: max }),
    fc.integer({ min: 0, max: 100_000 }).map(part => Number(`${part}e-5`)),
  );
  fc.assert(
    fc.property(amount, fc.array(weight, { minLength: 1, maxLength: 9 }), (centAmount, weights) => {
      const parts = allocate(eur(centAmount), weights).map(part => part.centAmount);
      const even = weights.every(each => each === 0);
      const shares = weights.map(each => (even ? fraction(1n) : fractionOf(each)));
      const under = shares.reduce((least, each) => (each.under > least ? each.under : least), 1n);
      const overs = shares.map(each => each.over * (under / each.under));
      const whole = overs.reduce((all, each) => all + each, 0n);
      const sign = Math.sign(centAmount);
      return (
        parts.reduce((all, part) => all + part, 0) === centAmount &&
        parts.every((part, i) => {
          const off = BigInt(part) * whole - BigInt(centAmount) * overs[i]!;
          return (off < 0n ? -off : off) < whole && (even || overs[i] !== 0n || part === 0) && !Object.is(part, -0);
        }) &&
        parts.every((part, i) => parts.every((other, j) => overs[i]! <= overs[j]! || sign * part >= sign * other)) &&
        parts.every((part, i) =>
          parts.every((other, j) => overs[i]! !== overs[j]! || i > j || sign * part >= sign * other),
        )
      );
    }),
    { numRuns: rounds(3000) },
  );
  const split = (centAmount: number, weights: readonly number[]) =>
    allocate(eur(centAmount), weights).map(part => part.centAmount);
  t.same(split(100, [1, 1, 1]), [34, 33, 33], 'the first of equal parts gets the remaining cent');
  t.same(split(-100, [1, 1, 1]), [-34, -33, -33]);
  t.same(split(5, [3, 7]), [2, 3], '1.5 and 3.5');
  t.same(split(10, [0.1, 0.2, 0.7]), [1, 2, 7], 'weights are decimals');
  t.same(split(10, [1, 5, 1]), [2, 7, 1], '1.43, 7.14 and 1.43: the largest remainder, the earlier');
  t.same(split(7, [0, 2, 0]), [0, 7, 0]);
  t.same(split(7, [0, 0]), [4, 3], 'evenly');
  t.same(split(0, []), []);
  t.throws(() => split(1, []), /into no parts/);
  t.throws(() => split(1, [1, -1]), /not negative/);
});

// Money with more digits than its currency.
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

test('refuses money whose members do not fit its type', async t => {
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
});
