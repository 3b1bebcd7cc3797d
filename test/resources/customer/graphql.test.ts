import type { Customer } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { matchWhole } from '../../support/matchWhole.js';
import { newEmail, password, startCustomers, storeReference } from './startCustomers.js';

const { create, newStore, http, base } = await startCustomers();

test('queries and changes customers by GraphQL, also of a store (CUST080)', async t => {
  const shop = await newStore();
  const [everybody, local] = [await create(), await create({ stores: [storeReference(shop)] })];
  const at = (prefix: string, query: string) => http.send('POST', `${base}${prefix}/graphql`, { body: { query } });
  const queryCustomer = async (prefix: string, { id }: Customer) =>
    (await at(prefix, `{ customer(id: "${id}") { id } }`)).json;
  matchWhole(t, await queryCustomer('', everybody), { data: { customer: { id: everybody.id } } });
  matchWhole(t, await queryCustomer(`/in-store/key=${shop}`, local), { data: { customer: { id: local.id } } });
  matchWhole(t, await queryCustomer(`/in-store/key=${shop}`, everybody), { data: { customer: null } });
  const email = newEmail();
  const signedUp = await at(
    '',
    `mutation { customerSignUp(draft: { email: "${email}", password: "${password}" }) { customer { email } } }`,
  );
  matchWhole(t, signedUp, { status: 200, json: { data: { customerSignUp: { customer: { email } } } } }, signedUp.text);
});
