/** Refunds are at most what was charged. */
import { money } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { valuesOf } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const { quayside, credentials, create, refuseCreation, update, refuse } = await startResourceApi('payments');

interface Transaction {
  readonly id: string;
  readonly type: string;
  readonly state: string;
}

const of =
  (type: string) =>
  (centAmount: number, state = 'Success', currencyCode = 'EUR') => ({
    type,
    state,
    amount: money(centAmount, currencyCode),
  });
const [charge, refund, chargeback, authorization] = ['Charge', 'Refund', 'Chargeback', 'Authorization'].map(of) as [
  ReturnType<typeof of>,
  ReturnType<typeof of>,
  ReturnType<typeof of>,
  ReturnType<typeof of>,
];
type Drafted = ReturnType<typeof charge>;

const adding = (transaction: Drafted) => ({ action: 'addTransaction', transaction });
const draftOf = (...transactions: readonly Drafted[]) => ({ amountPlanned: money(1_000), transactions });
const transactionsOf = (payment: Resource) => payment.transactions as readonly Transaction[];

/** The transactions of a payment, the added ones, and the sum of the charges in the refusal. */
const rows: readonly (readonly [string, readonly Drafted[], readonly Drafted[], chargedMax?: string])[] = [
  ['the whole charge', [charge(1_000)], [refund(1_000)]],
  ['a part of it, twice', [charge(1_000), refund(400)], [refund(600, 'Initial')]],
  ['several charges', [charge(700), charge(300, 'Pending')], [refund(1_000, 'Pending')]],
  ['more than the charge', [charge(18_031)], [refund(40_000, 'Initial')], '40000 EUR in the smallest unit; .* 18031'],
  ['a cent more', [charge(1_000)], [refund(1_001)], '1001 EUR in the smallest unit; expected at most 1000'],
  ['more in parts', [charge(1_000), refund(600, 'Pending')], [refund(300), refund(200)], '1100 EUR .* most 1000'],
  ['more than is left of a refund that was only asked for', [charge(9), refund(5, 'Initial')], [refund(5)], '10 EUR'],
  ['what a failed refund left', [charge(1_000), refund(1_000, 'Failure')], [refund(1_000)]],
  ['what was not charged', [], [refund(1)], '1 EUR in the smallest unit; expected at most 0'],
  ['what a buyer only wished to pay', [charge(1_000, 'Initial')], [refund(1)], 'at most 0'],
  ['a charge that failed', [charge(1_000, 'Failure')], [refund(1)], 'at most 0'],
  ['an authorization', [authorization(1_000)], [refund(1)], 'at most 0'],
  ['another currency', [charge(1_000)], [refund(1, 'Success', 'USD')], '1 USD in the smallest unit; .* most 0'],
  ['two currencies', [charge(9), charge(9, 'Success', 'USD')], [refund(9), refund(9, 'Success', 'USD')]],
  ['more behind a negative refund', [charge(9), refund(-9)], [refund(10)], '10 EUR in the smallest unit; .* most 9'],
  ['less by a negative charge', [charge(9), charge(-5)], [refund(5)], '5 EUR in the smallest unit; .* most 4'],
  ['a refund before its charge in one update', [], [refund(1_000), charge(1_000)]],
  ['a refund beside a chargeback', [charge(1_000), chargeback(1_000)], [refund(1_000)]],
  ['a chargeback beside a refund', [charge(1_000), refund(1_000)], [chargeback(1_000)]],
  [
    'sums above the safe integers',
    [charge(9e15), charge(9e15)],
    [refund(9e15), refund(9e15), refund(1)],
    '18000000000000001',
  ],
  ['a failed refund of any amount', [charge(1)], [refund(2, 'Failure')]],
];

for (const [which, before, added, reason] of rows)
  test(`${reason === undefined ? 'takes' : 'refuses'} a refund of ${which}, in drafts and actions`, async t => {
    const refusal = { message: new RegExp(`^The refunds would be .*${reason}`) };
    const payment = await create(draftOf(...before));
    if (reason === undefined) {
      await create(draftOf(...added, ...before));
      t.equal(transactionsOf(await update(payment, ...added.map(adding))).length, before.length + added.length);
    } else {
      assertError(t, await refuseCreation(draftOf(...added, ...before)), 'InvalidOperation', refusal);
      assertError(t, await refuse(payment, ...added.map(adding)), 'InvalidOperation', refusal);
    }
  });

const states = ['Initial', 'Pending', 'Success'];

test('each state of a recorded refund is taken, and a failed one counts again (payment.873d9)', async t => {
  const stateOf = ({ id: transactionId }: Transaction, state: string) => ({
    action: 'changeTransactionState',
    transactionId,
    state,
  });
  let payment = await create(draftOf(charge(1_000), refund(1_000, 'Initial'), refund(1_000, 'Failure')));
  const [charged, first, failed] = transactionsOf(payment) as [Transaction, Transaction, Transaction];
  for (const state of states) assertError(t, await refuse(payment, stateOf(failed, state)), 'InvalidOperation');
  payment = await update(payment, stateOf(charged, 'Failure'));
  for (const state of ['Pending', 'Success']) payment = await update(payment, stateOf(first, state));
  assertError(t, await refuse(payment, adding(refund(1))), 'InvalidOperation');
  payment = await update(payment, stateOf(failed, 'Success'), stateOf(first, 'Failure'));
  t.same(valuesOf(transactionsOf(payment), 'state'), ['Failure', 'Failure', 'Success']);
});

test('GraphQL refuses a refund above the charge', async t => {
  const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
  const { id, version } = await create(draftOf(charge(1_000)));
  const { errors } = await ask(
    `mutation ($id: String!, $version: Long!, $amount: MoneyInput!) {
      updatePayment(
        id: $id, version: $version, actions: [{ addTransaction: { transaction: { type: Refund, amount: $amount } } }]
      ) {
        id
      }
    }`,
    { id, version, amount: money(1_001) },
  );
  t.same(
    errors?.map(({ extensions }) => extensions.code),
    ['InvalidOperation'],
  );
});

test('takes one of two concurrent refunds', async t => {
  const payment = await create(draftOf(charge(1_000)));
  const results = await Promise.allSettled([600, 601].map(cents => update(payment, adding(refund(cents)))));
  t.same(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});
