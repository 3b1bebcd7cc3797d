import { test } from '../../../support/tap.js';
import { verifyStoredData } from '../../../../src/jobs/verification/verifyStoredData.js';
import { money, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertRefusal, errorOf, literally } from '../../../support/refusal.js';
import { startResourceApi, type Resource } from '../../../support/resourceApi.js';

const { base, createIn, credentials, http, projectKey, quayside, resourcesAt } = await startResourceApi('customers');

const createCustomer = async (): Promise<Resource> => {
  const email = `${credentials.clientId}-${Math.random()}@example.com`;
  return (await createIn<{ customer: Resource }>('customers', { email, password: 'secret-123' })).customer;
};

const createPayment = (customer: Resource): Promise<Resource> =>
  createIn('payments', { customer: referenceTo('customer', customer), amountPlanned: money(1_000) });

const remove = ({ id, version }: Resource, query: string) =>
  http.send('DELETE', `${base}/customers/${id}?version=${version}&${query}`);

test('a payment refuses the deletion of its customer, and no erasure (CUST133)', async t => {
  const customer = await createCustomer();
  const payment = await createPayment(customer);
  assertRefusal(t, await remove(customer, 'dataErasure=false'), 400, [
    {
      code: 'ReferenceExists',
      message: literally('Can not delete a customer while it is referenced by at least one resource.'),
    },
  ]);
  t.equal((await remove(customer, 'dataErasure=true')).status, 200);
  const updated = await resourcesAt('payments').update(payment, {
    action: 'changeAmountPlanned',
    amount: money(2_000),
  });
  matchWhole(t, updated.customer, { typeId: 'customer', id: customer.id });
  const expanded = await http.send('GET', `${base}/payments/${payment.id}?expand=customer`);
  matchWhole(t, (expanded.json as Resource).customer, { typeId: 'customer', id: customer.id });
  matchWhole(t, await verifyStoredData(quayside.services, projectKey), { isEqual: true, counts: {}, differences: [] });
});

test('an erasure of related data that breaks off is finished by the same request (CUST133)', async t => {
  const customer = await createCustomer();
  const payments = await Promise.all(Array.from({ length: 25 }, () => createPayment(customer)));
  t.equal((await remove({ ...customer, version: 9 }, 'dataErasure=true&relatedData=true')).status, 409);
  matchWhole(t, (await resourcesAt('payments').get(payments[0]!)).customer, referenceTo('customer', customer));
  t.equal((await remove(customer, 'dataErasure=true&relatedData=true')).status, 200);
  const after = await Promise.all(payments.map(payment => resourcesAt('payments').get(payment)));
  t.same(
    after.map(({ customer: of, version, amountPlanned }) => [of, version, amountPlanned]),
    payments.map(({ amountPlanned }) => [undefined, 2, amountPlanned]),
  );
  matchWhole(t, await verifyStoredData(quayside.services, projectKey), { isEqual: true, counts: {}, differences: [] });
});

test('refuses relatedData where it could erase only a part, and without scopes for orders and payments', async t => {
  const customer = await createCustomer();
  const query = 'dataErasure=true&relatedData=true';
  const store = await createIn('stores', { key: 'erasing' });
  const local = await http.send('POST', `${base}/in-store/key=erasing/customers`, {
    body: { email: 'local@example.com', password: 'secret-123', stores: [referenceTo('store', store)] },
  });
  const inStore = (local.json as { customer: Resource }).customer;
  const refusals = [
    [
      await remove(customer, 'relatedData=true'),
      'Malformed parameter: relatedData: expected it together with dataErasure=true, got it alone.',
    ],
    [
      await http.send(
        'DELETE',
        `${base}/in-store/key=erasing/customers/${inStore.id}?version=${inStore.version}&${query}`,
      ),
      'Malformed parameter: relatedData: expected a deletion at /customers, which reaches the data of all ' +
        'stores, got one at /me or in a store.',
    ],
    [await remove(customer, `${query}s`), "Malformed parameter: relatedData: expected true or false, got 'trues'."],
  ] as const;
  for (const [answer, message] of refusals)
    assertRefusal(t, answer, 400, [{ code: 'InvalidInput', message: literally(message) }]);
  const scope = ['manage_customers', 'manage_orders'].map(name => `${name}:${projectKey}`).join(' ');
  const supporter = quayside.http.as(await quayside.token(credentials, scope));
  const refused = await supporter.send(
    'DELETE',
    `${base}/customers/${customer.id}?version=${customer.version}&${query}`,
  );
  const message =
    'Insufficient scope. relatedData changes orders and payments: these are needed too: ' +
    `manage_payments:${projectKey}.`;
  matchWhole(t, [refused.status, errorOf(refused).message], [403, message]);
  t.equal((await resourcesAt('customers').get(customer)).version, customer.version);
});
