/** Exact money as the pure functions that it is: sums, products, taxes and splits, for thousands of carts. */
import fc from 'fast-check';
import { test } from 'tap';
import { compileValidator } from '../../src/engine/define/compileValidator.js';
import { ApiError, type ErrorEntry } from '../../src/errors/ApiError.js';
import { allocate } from '../../src/pricing/allocate.js';
import { computeTaxedPrice, sumTaxedPrices, type Taxable } from '../../src/pricing/tax.js';
import { type Money, moneyOf, type TypedMoney, TypedMoneyDraft } from '../../src/schema/money.js';
import type { TaxedPrice } from '../../src/schema/tax.js';
import { amount, cart, cents, currency, rounding, roundingModes, typedMoney } from './arbitraries.js';
import {
  centsOf,
  fraction,
  type Fraction,
  fractionOf,
  isTie,
  nearest,
  onePlus,
  product,
  quotient,
} from './fraction.js';
import { add, linePrice, multiply, permyriadShare, subtract, sum } from '../../src/pricing/money.js';
import { typedMoneyOf } from '../../src/pricing/typedMoneyOf.js';
import { fractionDigitsOf } from '../../src/schema/fractionDigitsOf.js';
import { matchWhole } from '../support/matchWhole.js';

const eur = (centAmount: number): Money => moneyOf({ currencyCode: 'EUR', centAmount });
const total = (amounts: readonly Money[]): number => amounts.reduce((all, { centAmount }) => all + centAmount, 0);
const exactly = (money: TypedMoney): Fraction => centsOf(money, fractionDigitsOf(money.currencyCode));
const max = Number.MAX_SAFE_INTEGER;

const refusals = (run: () => unknown): readonly ErrorEntry[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error.entries;
    throw error;
  }
  throw new Error('expected a refusal');
};

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
    { numRuns: 4000 },
  );
  t.ok(ties > 100, 'ties are common');
  fc.assert(
    fc.property(
      currency.chain(typedMoney),
      fc.integer({ min: 0, max: 10_000 }),
      rounding,
      (money, permyriad, mode) =>
        permyriadShare(money, permyriad, mode).centAmount ===
        nearest(product(exactly(money), fraction(BigInt(permyriad), 10_000n)), mode) + 0,
    ),
    { numRuns: 2000 },
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
    { numRuns: 1000 },
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
    const [entry] = refusals(run);
    t.equal(entry!.code, 'InvalidInput', name);
    t.match(entry!.message, /EUR.* exceeds 9007199254740991/, name);
  }
  t.same(computeTaxedPrice({ ...whole, taxRate: { ...standard, includedInPrice: true } }).totalGross, eur(max));
  t.end();
});

const flat = ({ totalNet, totalGross, totalTax, taxPortions }: TaxedPrice) => [
  totalNet.centAmount,
  totalGross.centAmount,
  totalTax?.centAmount,
  taxPortions.map(({ name, rate, amount: part }) => [name, rate, part.centAmount]),
];

test('computes taxes of known prices', t => {
  const vat = { name: 'VAT', amount: 0.19, includedInPrice: false };
  const taxed = (changes: Partial<Taxable>) =>
    flat(
      computeTaxedPrice({
        price: eur(324),
        unitPrice: eur(108),
        quantity: 3,
        taxRate: vat,
        calculationMode: 'LineItemLevel',
        rounding: 'HalfEven',
        ...changes,
      }),
    );
  t.same(taxed({}), [324, 386, 62, [['VAT', 0.19, 62]]], 'on the line');
  t.same(taxed({ calculationMode: 'UnitPriceLevel' }), [324, 387, 63, [['VAT', 0.19, 63]]], 'on the piece');
  t.same(
    taxed({ calculationMode: 'UnitPriceLevel', unitPrice: undefined }),
    [324, 387, 63, [['VAT', 0.19, 63]]],
    'on parts that are the pieces',
  );
  t.same(
    taxed({ calculationMode: 'UnitPriceLevel', price: eur(230) }),
    [230, 274, 44, [['VAT', 0.19, 44]]],
    'on 0.77, 0.77 and 0.76: 0.15, 0.15 and 0.14',
  );
  const included = { ...vat, includedInPrice: true };
  t.same(taxed({ price: eur(1190), taxRate: included }), [1000, 1190, 190, [['VAT', 0.19, 190]]]);
  t.same(
    roundingModes.map(mode => taxed({ price: eur(3), taxRate: { ...included, amount: 0.2 }, rounding: mode })[0]),
    [2, 3, 2],
    'the net price rounds',
  );
  t.same(
    roundingModes.map(mode => taxed({ price: eur(10), taxRate: { ...vat, amount: 0.05 }, rounding: mode })[1]),
    [10, 11, 10],
    'the gross price rounds',
  );
  t.same(
    roundingModes.map(mode => taxed({ price: eur(-10), taxRate: { ...vat, amount: 0.05 }, rounding: mode })[1]),
    [-10, -11, -10],
  );
  const precise = typedMoneyOf({ type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 1555, fractionDigits: 3 });
  t.same(
    taxed({ calculationMode: 'UnitPriceLevel', price: eur(311), unitPrice: precise, quantity: 2 }),
    [311, 371, 60, [['VAT', 0.19, 60]]],
    '0.29545 a piece',
  );
  const subRates = [
    { name: 'state', amount: 0.05 },
    { name: 'county', amount: 0.025 },
    { name: 'city', amount: 0.025 },
  ];
  t.same(
    taxed({ price: eur(1010), taxRate: { ...vat, amount: 0.1, subRates } }),
    [
      1010,
      1111,
      101,
      [
        ['state', 0.05, 51],
        ['county', 0.025, 25],
        ['city', 0.025, 25],
      ],
    ],
    '50.5, 25.25 and 25.25',
  );
  for (const wrong of [-0.01, 1.01, Number.NaN])
    matchWhole(
      t,
      refusals(() => taxed({ taxRate: { ...vat, amount: wrong } })),
      [{ code: 'InvalidInput', message: `The tax rate 'VAT' is ${wrong}; expected a number from 0 to 1.` }],
    );
  matchWhole(
    t,
    refusals(() => taxed({ taxRate: { ...vat, subRates: [{ name: 'state', amount: 7 }] } })),
    [{ code: 'InvalidInput', message: /'state' is 7/ }],
  );
  t.throws(() => taxed({ calculationMode: 'UnitPriceLevel', quantity: 0 }), /Cannot tax 0 pieces/);
  t.end();
});

/** The tax by fractions: what stands on the other side of the price rounds, or the tax of a price that is not in whole cents. */
const expectedTax = (
  price: Fraction,
  { taxRate: { amount: rate, includedInPrice }, rounding: mode }: Taxable,
): number => {
  const gross = onePlus(fractionOf(rate));
  if (price.over % price.under !== 0n)
    return nearest(
      includedInPrice ? quotient(product(price, fractionOf(rate)), gross) : product(price, fractionOf(rate)),
      mode,
    );
  const whole = Number(price.over / price.under);
  return includedInPrice ? whole - nearest(quotient(price, gross), mode) : nearest(product(price, gross), mode) - whole;
};

/** Each piece by itself, as a bookkeeper would. */
const expectedLineTax = (line: Taxable & { readonly unitPrice: TypedMoney }): number => {
  const { price, unitPrice, quantity, calculationMode } = line;
  if (calculationMode === 'LineItemLevel') return expectedTax(exactly(price), line);
  if (linePrice(unitPrice, quantity, line.rounding).centAmount === price.centAmount)
    return quantity * expectedTax(exactly(unitPrice), line);
  return allocate(price, Array<number>(quantity).fill(1)).reduce(
    (all, part) => all + expectedTax(exactly(part), line),
    0,
  );
};

test('totals are the sums of their parts for any cart', t => {
  let lines = 0;
  fc.assert(
    fc.property(cart, ({ currencyCode, lines: taxables }) => {
      lines += taxables.length;
      const parts = taxables.map(taxable => {
        const taxed = computeTaxedPrice(taxable);
        const tax = taxed.totalTax.centAmount;
        if (tax !== expectedLineTax(taxable) + 0)
          throw new Error(`tax of ${tax}, expected ${expectedLineTax(taxable)}`);
        if (
          (taxable.taxRate.includedInPrice ? taxed.totalGross : taxed.totalNet).centAmount !== taxable.price.centAmount
        )
          throw new Error('the price changed');
        if (taxed.taxPortions.length !== (taxable.taxRate.subRates?.length || 1))
          throw new Error('a portion a sub rate');
        return taxed;
      });
      const all = sumTaxedPrices(currencyCode, parts);
      for (const taxed of [...parts, all]) {
        if (taxed.totalNet.centAmount + taxed.totalTax.centAmount !== taxed.totalGross.centAmount)
          throw new Error('net and tax are not gross');
        if (total(taxed.taxPortions.map(portion => portion.amount)) !== taxed.totalTax.centAmount)
          throw new Error('portions are not the tax');
      }
      const portions = parts.flatMap(part => part.taxPortions);
      return (
        all.totalNet.centAmount === total(parts.map(part => part.totalNet)) &&
        all.totalGross.centAmount === total(parts.map(part => part.totalGross)) &&
        new Set(portions.map(({ name, rate }) => `${name} ${rate}`)).size === all.taxPortions.length &&
        all.taxPortions.every(
          ({ name, rate, amount: merged }) =>
            merged.centAmount ===
            total(portions.filter(part => part.name === name && part.rate === rate).map(part => part.amount)),
        )
      );
    }),
    { numRuns: 3000 },
  );
  t.ok(lines > 3000, `${lines} lines`);
  t.same(flat(sumTaxedPrices('EUR', [])), [0, 0, 0, []]);
  t.end();
});

test('allocates without losing a cent', t => {
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
    { numRuns: 3000 },
  );
  const split = (centAmount: number, weights: readonly number[]) =>
    allocate(eur(centAmount), weights).map(part => part.centAmount);
  t.same(split(100, [1, 1, 1]), [34, 33, 33], 'the first of equals');
  t.same(split(-100, [1, 1, 1]), [-34, -33, -33]);
  t.same(split(5, [3, 7]), [2, 3], '1.5 and 3.5');
  t.same(split(10, [0.1, 0.2, 0.7]), [1, 2, 7], 'weights are decimals');
  t.same(split(10, [1, 5, 1]), [2, 7, 1], '1.43, 7.14 and 1.43: the largest remainder, the earlier');
  t.same(split(7, [0, 2, 0]), [0, 7, 0]);
  t.same(split(7, [0, 0]), [4, 3], 'evenly');
  t.same(split(0, []), []);
  t.throws(() => split(1, []), /into no parts/);
  t.throws(() => split(1, [1, -1]), /not negative/);
  t.end();
});

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
            centAmount => refusals(() => typedMoneyOf({ ...draft, centAmount }))[0]!.code === 'InvalidInput',
          )
        );
      },
    ),
    { numRuns: 2000 },
  );
  const draft = { type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 1015, fractionDigits: 3 } as const;
  t.same(typedMoneyOf(draft), { ...draft, centAmount: 102 });
  t.same(typedMoneyOf({ ...draft, centAmount: 101 }), { ...draft, centAmount: 101 }, 'either neighbour may be given');
  matchWhole(
    t,
    refusals(() => typedMoneyOf({ ...draft, centAmount: 103 }, 'value')),
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
    refusals(() => typedMoneyOf(draft, 'price.value')).map(({ code, field, message }) => [code, field ?? message]);
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
  t.same(refusals(() => typedMoneyOf({ currencyCode: 'EUR', centAmount: 1, fractionDigits: 3 }))[0], {
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
