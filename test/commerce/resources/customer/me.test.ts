import type { MyCustomerUpdateAction, Customer } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { anonymousToken } from '../../../support/oauth.js';
import { bodyOf, rejectionOf, sdkAs } from '../../../support/sdk.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { newEmail, password, startCustomers, storeReference } from './startCustomers.js';

const { messagesOf, credentials, projectKey, quayside, sdk, sdkOfCustomer, create, newStore, http, base } =
  await startCustomers();

test('serves customers at /me with fewer actions (CUST079, CUST087, CUST100, CUST102, AUTH071)', async t => {
  const email = newEmail();
  const scope = `create_anonymous_token:${projectKey} manage_my_profile:${projectKey}`;
  const visitor = sdkAs(quayside, projectKey, await anonymousToken(quayside, credentials, scope));
  const signedUp = await visitor
    .me()
    .signup()
    .post({ body: { email, password, firstName: 'Me', customerNumber: 'ignored', isEmailVerified: true } as never })
    .execute();
  t.equal(signedUp.statusCode, 201);
  const { customer } = signedUp.body;
  matchWhole(t, customer, { email, firstName: 'Me', isEmailVerified: false, createdBy: { anonymousId: /./ } });
  t.notOk('customerNumber' in customer);
  matchWhole(t, await rejectionOf(visitor.me().get()), { statusCode: 404 }, 'an anonymous session has no customer');
  matchWhole(t, await rejectionOf(sdk.me().get()), { statusCode: 403 }, 'a client token has no customer (CUST085)');
  const me = await sdkOfCustomer(email);
  t.strictSame(await bodyOf(me.me().get()), customer);
  const change = async (version: number, ...actions: MyCustomerUpdateAction[]) =>
    await bodyOf(me.me().post({ body: { version, actions } }));
  matchWhole(
    t,
    await change(
      1,
      { action: 'setLastName', lastName: 'Myself' },
      { action: 'addAddress', address: { country: 'DE' } },
    ),
    {
      version: 2,
      id: customer.id,
      lastName: 'Myself',
      lastModifiedBy: { customer: { typeId: 'customer', id: customer.id } },
    },
  );
  for (const action of [
    'setCustomerGroup',
    'setCustomerNumber',
    'setExternalId',
    'setKey',
    'setStores',
    'setAuthenticationMode',
  ])
    assertUnknownAction(t, (await rejectionOf(change(2, { action } as never))).body, action, 'MyCustomer', [
      // Clients know these actions in GraphQL.
      'setAddressCustomField',
      'setAddressCustomType',
    ]);
  matchWhole(t, await rejectionOf(change(1, { action: 'setLastName' })), { statusCode: 409 });
  t.equal(
    (
      await me
        .me()
        .delete({ queryArgs: { version: 2 } })
        .execute()
    ).statusCode,
    200,
  );
  matchWhole(t, await rejectionOf(me.me().get()), { statusCode: 401 }, 'the session ends with the customer');
  matchWhole(t, await rejectionOf(sdk.customers().withId({ ID: customer.id }).get()), { statusCode: 404 });
  matchWhole(t, (await messagesOf(customer)).at(-1), { type: 'CustomerDeleted', email });
});

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
