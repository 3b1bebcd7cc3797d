/** Sums and products of money. */
import fc from 'fast-check';
import { test } from '../support/tap.js';
import { add, linePrice, multiply, permyriadShare, subtract, sum } from '../../src/pricing/money.js';
import { divideIntegers } from '../../src/pricing/rounding.js';
import { computeTaxedPrice } from '../../src/pricing/tax.js';
import { fractionDigitsOf } from '../../src/schema/fractionDigitsOf.js';
import { moneyOf } from '../../src/schema/money.js';
import { cents, currency, rounding, roundingModes, typedMoney } from './arbitraries.js';
import { max, exactly, eur } from './euros.js';
import { fraction, fractionOf, isTie, nearest, product } from './fraction.js';
import { refusalEntries } from './refusalEntries.js';
import { rounds } from '../support/rounds.js';

test('divides integers exactly and rounds the quotient', t => {
  const dividend = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.maxSafeInteger());
  const divisor = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(
    fc.property(dividend, divisor, rounding, (over, under, mode) =>
      Object.is(divideIntegers(over, under, mode), nearest(fraction(BigInt(over), BigInt(under)), mode)),
    ),
    { numRuns: rounds(2_000) },
  );
  t.end();
});

test('rounds positive and negative amounts in three modes', t => {
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
    roundingModes.map(mode => permyriadShare(eur(1050), 1500, mode)),
    [eur(158), eur(158), eur(157)],
    '15 % of 10.50',
  );
  for (const wrong of ['a third', Number.NaN, Number.POSITIVE_INFINITY])
    t.throws(() => multiply(eur(1), wrong, 'HalfEven'), /Not a number/);
  t.end();
});

test('multiplies exactly and rounds once', t => {
  let ties = 0;
  const decimal = fc
    .tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 0, max: 7 }))
    .map(([part, digits]) => Number(`${part}e-${digits}`));
  const factor = fc.oneof(
    fc.integer({ min: -1000, max: 1000 }),
    fc.constantFrom(0.5, -0.5, 0.05, 0.25, 1.005),
    decimal,
  );
  fc.assert(
    fc.property(currency.chain(typedMoney), factor, rounding, (money, by, mode) => {
      const exact = product(exactly(money), fractionOf(by));
      ties += Number(isTie(exact));
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
  t.ok(ties > rounds(30), 'ties are common');
  fc.assert(
    fc.property(
      currency.chain(typedMoney),
      fc.integer({ min: 0, max: 10_000 }),
      rounding,
      (money, permyriad, mode) =>
        permyriadShare(money, permyriad, mode).centAmount ===
        nearest(product(exactly(money), fraction(BigInt(permyriad), 10_000n)), mode) + 0,
    ),
    { numRuns: rounds(2000) },
  );
  t.end();
});

test('adds amounts of one currency', t => {
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
  t.end();
});

test('refuses an amount that a JSON number cannot hold', t => {
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
  t.end();
});
