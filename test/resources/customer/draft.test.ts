import type { CustomerDraft } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { newEmail, password, startCustomers, storeReference } from './startCustomers.js';

const { create, creationErrors, messagesOf, newGroup, newStore, newType, sdk } = await startCustomers();

test('creates a customer with all members of a draft (CUST002, CUST005, CUST006, CUST009, CUST052, CUST086, CUST129)', async t => {
  const [group, type, addressType, shop] = await Promise.all([
    newGroup(),
    newType('customer'),
    newType('address'),
    newStore(),
  ]);
  const email = newEmail();
  const plain = {
    key: newKey('customer'),
    customerNumber: newKey('number'),
    externalId: 'e',
    email,
    firstName: 'Jo',
    lastName: 'Doe',
    middleName: 'M',
    title: 'Dr.',
    salutation: 'Mx.',
    dateOfBirth: '2000-02-29',
    companyName: 'C',
    vatId: 'V',
    locale: 'de',
    isEmailVerified: true,
    customerGroup: group,
    customerGroupAssignments: [{ customerGroup: group }, { customerGroup: group }],
    stores: [storeReference(shop)],
    custom: { type, fields: { note: 'n' } },
  };
  const draft: CustomerDraft = {
    ...plain,
    password,
    addresses: [
      { id: 'not-mine', key: 'home', country: 'DE' },
      { country: 'FR', custom: { type: addressType, fields: { note: 'a' } } } as never,
      { country: 'IT' },
    ],
    defaultShippingAddress: 0,
    shippingAddresses: [2, 2],
    defaultBillingAddress: 1,
    billingAddresses: [1, 0],
  };
  const answer = await sdk.customers().post({ body: draft }).execute();
  t.equal(answer.statusCode, 201);
  t.same(Object.keys(answer.body), ['customer'], 'the response has no cart, because there is none (CUST036)');
  const { customer } = answer.body;
  const [home, away, third] = customer.addresses.map(({ id }) => id!);
  matchWhole(t, customer, {
    ...plain,
    version: 1,
    authenticationMode: 'Password',
    customerGroupAssignments: [{ customerGroup: group }],
    lastMessageSequenceNumber: 1,
    addresses: [
      { key: 'home', country: 'DE' },
      { country: 'FR', custom: { fields: { note: 'a' } } },
      { country: 'IT' },
    ],
    defaultShippingAddressId: home,
    shippingAddressIds: [third, home],
    defaultBillingAddressId: away,
    billingAddressIds: [away, home],
  });
  t.equal(customer.customerGroupAssignments.length, 1);
  t.not(home, 'not-mine');
  t.equal(new Set([home, away, third]).size, 3);
  const least = await create();
  matchWhole(t, least, {
    addresses: [],
    shippingAddressIds: [],
    billingAddressIds: [],
    isEmailVerified: false,
    stores: [],
    customerGroupAssignments: [],
  });
  t.equal(customer.password, least.password, 'all passwords are masked alike');
  t.notMatch(customer.password, new RegExp(password));
  matchWhole(t, await messagesOf(customer), [
    {
      type: 'CustomerCreated',
      customer: { id: customer.id, email },
      resource: { typeId: 'customer', id: customer.id },
      resourceUserProvidedIdentifiers: { key: draft.key, externalId: 'e', customerNumber: draft.customerNumber },
    },
  ]);
  const external = await create({ authenticationMode: 'ExternalAuth', password: undefined });
  matchWhole(t, external, { authenticationMode: 'ExternalAuth' });
  t.notOk('password' in external);
  matchWhole(
    t,
    (
      await sdk
        .customers()
        .withKey({ key: draft.key! })
        .get({ queryArgs: { expand: 'customerGroup' } })
        .execute()
    ).body.customerGroup,
    { obj: { id: group.id } },
  );
  matchWhole(
    t,
    (
      await sdk
        .customers()
        .get({ queryArgs: { where: `email = "${email}" and stores(key = "${shop}")` } })
        .execute()
    ).body,
    { total: 1, results: [{ id: customer.id }] },
  );
});

test('refuses drafts with missing or invalid members (CUST039, CUST046, CUST131, ERR065, LIM024)', async t => {
  matchWhole(t, await creationErrors({ email: undefined }), [{ code: 'RequiredField', field: 'email' }]);
  for (const email of ['', 'jo', 'jo @example.com', `${'x'.repeat(320)}@example.com`])
    matchWhole(t, await creationErrors({ email }), [{ code: 'InvalidField', field: 'email', invalidValue: email }]);
  matchWhole(t, await creationErrors({ password: undefined }), [{ code: 'RequiredField', field: 'password' }]);
  for (const weak of ['', 'short-1', 'no-digits', '1234-5678', '12345678'])
    matchWhole(t, await creationErrors({ password: weak }), [{ code: 'WeakPassword' }], weak);
  matchWhole(t, await creationErrors({ password: `a1${'x'.repeat(2_000)}` }), [
    { code: 'InvalidInput', message: /at most 1024/ },
  ]);
  for (const good of ['abcdefg1', 'пароль12', 'päßwort٣']) t.ok(await create({ password: good }), good);
  for (const dateOfBirth of ['2001-02-29', '2001-13-01', 'yesterday'])
    matchWhole(t, await creationErrors({ dateOfBirth }), [
      { code: 'InvalidField', field: 'dateOfBirth', invalidValue: dateOfBirth },
    ]);
  matchWhole(t, await creationErrors({ locale: 'fr' }), [
    { code: 'ProjectNotConfiguredForLanguages', languages: ['fr'] },
  ]);
  matchWhole(t, await creationErrors({ addresses: [{ country: 'DE' }], defaultShippingAddress: 1 }), [
    { code: 'InvalidField', field: 'defaultShippingAddress', invalidValue: 1 },
  ]);
  matchWhole(t, await creationErrors({ billingAddresses: [0] }), [
    { code: 'InvalidField', field: 'billingAddresses', invalidValue: 0 },
  ]);
  matchWhole(t, await creationErrors({ shippingAddresses: [-1] }), [
    { code: 'InvalidField', field: 'shippingAddresses[0]', invalidValue: -1 },
  ]);
  matchWhole(
    t,
    await creationErrors({
      addresses: [
        { country: 'DE', key: 'kk' },
        { country: 'FR', key: 'kk' },
      ],
    }),
    [{ code: 'DuplicateField', duplicateValue: 'kk', field: 'addresses.key' }],
  );
  matchWhole(
    t,
    await creationErrors({ addresses: [{} as never] }),
    [{ code: 'RequiredField', field: 'addresses[0].country' }],
    'an address needs a country (CUST033)',
  );
  matchWhole(t, await creationErrors({ stores: [storeReference('no-such-store')] }), [
    { code: 'ReferencedResourceNotFound', typeId: 'store', key: 'no-such-store' },
  ]);
  matchWhole(t, await creationErrors({ customerGroup: { typeId: 'customer-group', id: 'nobody' } }), [
    { code: 'ReferencedResourceNotFound', typeId: 'customer-group', id: 'nobody' },
  ]);
});
