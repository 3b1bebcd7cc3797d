/** Rules of orders as pure functions, without a server or Redis. */
import { test } from '../../../support/tap.js';
import type { Context } from '../../../../src/engine/define/Context.js';
import { ApiError, type ErrorEntry } from '../../../../src/base/errors/ApiError.js';
import { transitionState } from '../../../../src/commerce/resources/order/actions.js';
import { itemStatesOf } from '../../../../src/commerce/resources/shared/cartAndOrder/itemStates.js';
import { shippingDetailsOf } from '../../../../src/commerce/resources/shared/cartAndOrder/shippingDetails.js';
import { moneyOf, fractionDigitsOf } from '../../../../src/commerce/values/money.js';
import { assertRolesFit, resolveTransitions } from '../../../../src/commerce/resources/state.js';
import type { Identifier } from '../../../../src/engine/schema/reference.js';
import { linePrice } from '../../../../src/commerce/pricing/moneyArithmetic.js';
import { matchWhole } from '../../../support/matchWhole.js';

interface KnownState {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly initial: boolean;
  readonly transitions?: readonly { readonly id: string }[];
}

const states: readonly KnownState[] = [
  { id: 'open', key: 'open-key', type: 'OrderState', initial: true },
  { id: 'narrow', key: 'narrow-key', type: 'OrderState', initial: false, transitions: [{ id: 'open' }] },
  { id: 'final', key: 'final-key', type: 'OrderState', initial: false, transitions: [] },
  { id: 'packed', key: 'packed-key', type: 'LineItemState', initial: true },
];

const stateOf = ({ id, key }: Identifier): KnownState => {
  const found = states.find(state => state.id === id || state.key === key);
  if (found === undefined) throw new Error(`the test knows no State ${id ?? key}`);
  return found;
};

let ids = 0;
const context: Context = {
  project: {
    key: 'p',
    languages: ['en'],
    currencies: ['EUR'],
    countries: ['DE'],
    messages: { enabled: true, deleteDaysAfterCreation: 15 },
    carts: { deleteDaysAfterLastModification: 90, countryTaxRateFallbackEnabled: false },
    searchedTypeIds: [],
  },
  now: '2026-01-01T00:00:00.000Z',
  newId: () => `id-${++ids}`,
  reference: (typeId, identifier) => ({
    typeId,
    id: identifier.key === 'Initial' ? 'initial' : stateOf(identifier).id,
  }),
  keyReference: (typeId, { key }) => ({ typeId, key: key! }),
  load: <R>(_typeId: string, identifier: Identifier) => stateOf(identifier) as R,
  loadStored: () => {
    throw new Error('no rule reads bytes');
  },
};

const refusal = (run: () => unknown): ErrorEntry => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error.entries[0]!;
    throw error;
  }
  throw new Error('expected a refusal');
};

const move = (from: string | undefined, to: string, force?: boolean) =>
  transitionState.apply(
    (from === undefined ? {} : { state: { typeId: 'state', id: from } }) as never,
    { state: { id: to }, force } as never,
    context,
  );

test('which moves are allowed, without force and with it (OACT035, OACT036, OACT037, OACT038, OACT039)', async t => {
  for (const [from, to, allowed] of [
    [undefined, 'open', true],
    [undefined, 'narrow', false],
    [undefined, 'final', false],
    ['open', 'open', true],
    ['open', 'narrow', true],
    ['open', 'final', true],
    ['narrow', 'open', true],
    ['narrow', 'narrow', false],
    ['narrow', 'final', false],
    ['final', 'open', false],
    ['final', 'narrow', false],
    ['final', 'final', false],
  ] as const) {
    const name = `${from ?? 'no State'} to ${to}`;
    if (allowed) t.same(move(from, to).set, { state: { typeId: 'state', id: to } }, name);
    else t.equal(refusal(() => move(from, to)).code, 'InvalidOperation', name);
    t.same(move(from, to, true).set, { state: { typeId: 'state', id: to } }, `${name}, forced`);
  }
  for (const force of [true, false])
    matchWhole(
      t,
      refusal(() => move('open', 'packed', force)),
      {
        code: 'InvalidOperation',
        message: "Orders have States of type OrderState; 'packed-key' has the type LineItemState.",
      },
    );
});

test('transitions are a set of States of one type (STATE011, STATE054)', async t => {
  t.same(resolveTransitions('OrderState', [{ id: 'open' }, { key: 'final-key' }, { key: 'open-key' }], context), [
    { typeId: 'state', id: 'open' },
    { typeId: 'state', id: 'final' },
  ]);
  matchWhole(
    t,
    refusal(() => resolveTransitions('OrderState', [{ id: 'open' }, { id: 'packed' }], context)),
    { code: 'InvalidOperation', message: /'packed-key', which has the type LineItemState/ },
  );
});

test('each role belongs to one of the eight types (STATE022, STATE023)', async t => {
  for (const [role, own] of [
    ['Return', 'LineItemState'],
    ['ReviewIncludedInStatistics', 'ReviewState'],
  ] as const)
    for (const type of [
      'OrderState',
      'LineItemState',
      'ProductState',
      'ReviewState',
      'PaymentState',
      'QuoteRequestState',
      'StagedQuoteState',
      'QuoteState',
    ] as const)
      if (type === own) t.doesNotThrow(() => assertRolesFit(type, [role]));
      else t.equal(refusal(() => assertRolesFit(type, [role])).code, 'InvalidInput', `${role} on ${type}`);
});

test('items begin in the initial State; given States need their type and full quantities (STATE024)', async t => {
  t.same(itemStatesOf(undefined, 4, context), [{ quantity: 4, state: { typeId: 'state', id: 'initial' } }]);
  matchWhole(
    t,
    refusal(() => itemStatesOf([], 4, context)),
    {
      code: 'InvalidInput',
      message: 'The quantities of the item states add up to 0; expected 4, the quantity of the item.',
    },
  );
  t.same(itemStatesOf([{ quantity: 4, state: { id: 'packed' } }], 4, context), [
    { quantity: 4, state: { typeId: 'state', id: 'packed' } },
  ]);
  matchWhole(
    t,
    refusal(() => itemStatesOf([{ quantity: 3, state: { id: 'packed' } }], 4, context)),
    {
      code: 'InvalidInput',
      message: 'The quantities of the item states add up to 3; expected 4, the quantity of the item.',
    },
  );
  matchWhole(
    t,
    refusal(() => itemStatesOf([{ quantity: 4, state: { id: 'open' } }], 4, context)),
    { code: 'InvalidOperation', message: /LineItemState; 'open-key' has the type OrderState/ },
  );
});

test('shipping details are valid when all pieces have an address', async t => {
  const targets = (...quantities: number[]) => ({
    targets: quantities.map((quantity, at) => ({ addressKey: ['home', 'work'][at]!, quantity })),
  });
  const known = new Set(['home', 'work']);
  t.equal(shippingDetailsOf(undefined, 3, known), undefined);
  for (const [details, valid] of [
    [targets(3), true],
    [targets(1, 2), true],
    [targets(2), false],
    [targets(4), false],
    [targets(), false],
  ] as const)
    t.same(shippingDetailsOf(details, 3, known), { ...details, valid });
  matchWhole(
    t,
    refusal(() => shippingDetailsOf({ targets: [{ addressKey: 'moon', quantity: 3 }] }, 3, known)),
    { code: 'InvalidInput', message: /'moon'.*known: home, work/ },
  );
  matchWhole(
    t,
    refusal(() => shippingDetailsOf({ targets: [{ addressKey: 'moon', quantity: 3 }] }, 3, new Set())),
    { message: /known: none/ },
  );
});

test('money has the digits of its currency, and is multiplied exactly or not at all (ORD012)', async t => {
  for (const [currencyCode, digits] of [
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLP', 0],
  ] as const) {
    t.equal(fractionDigitsOf(currencyCode), digits);
    t.same(moneyOf({ currencyCode, centAmount: 7 }), {
      type: 'centPrecision',
      currencyCode,
      centAmount: 7,
      fractionDigits: digits,
    });
  }
  const euros = (centAmount: number) => moneyOf({ currencyCode: 'EUR', centAmount });
  t.equal(linePrice(euros(333), 3, 'HalfEven').centAmount, 999);
  t.equal(linePrice(euros(-250), 4, 'HalfEven').centAmount, -1_000);
  t.equal(linePrice(euros(Number.MAX_SAFE_INTEGER), 1, 'HalfEven').centAmount, Number.MAX_SAFE_INTEGER);
  matchWhole(
    t,
    refusal(() => linePrice(euros(Number.MAX_SAFE_INTEGER), 2, 'HalfEven')),
    { code: 'InvalidInput', message: /exceeds 9007199254740991/ },
  );
});
