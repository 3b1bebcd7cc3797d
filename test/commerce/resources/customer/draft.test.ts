import type { CustomerDraft, CustomerUpdateAction } from '@commercetools/platform-sdk';
import { bodyOf, rejectionOf } from '../../../support/sdk.js';
import { test } from '../../../support/tap.js';
import { newKey } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { newEmail, password, startCustomers, storeReference } from './startCustomers.js';

const { create, creationErrors, messagesOf, newGroup, newStore, newType, sdk, update, updateErrors } =
  await startCustomers();

/** Also shows CUST086, CUST129, message.22060 and message.f4ecb. */
test('creates a customer with all members of a draft (CUST002, CUST005, CUST006, CUST009, CUST052)', async t => {
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
      await bodyOf(
        sdk
          .customers()
          .withKey({ key: draft.key! })
          .get({ queryArgs: { expand: 'customerGroup' } }),
      )
    ).customerGroup,
    { obj: { id: group.id } },
  );
  matchWhole(
    t,
    await bodyOf(sdk.customers().get({ queryArgs: { where: `email = "${email}" and stores(key = "${shop}")` } })),
    { total: 1, results: [{ id: customer.id }] },
  );
});

test('refuses drafts with missing or invalid members (CUST039, CUST046, CUST131, ERR065, LIM024)', async t => {
  matchWhole(t, await creationErrors({ email: undefined }), [{ code: 'RequiredField', field: 'email' }]);
  for (const email of ['', ' ', `${'x'.repeat(320)}@example.com`])
    matchWhole(t, await creationErrors({ email }), [{ code: 'InvalidField', field: 'email', invalidValue: email }]);
  // The SDK documents no format of emails.
  t.equal((await create({ email: 'jo' })).email, 'jo');
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
  matchWhole(t, await creationErrors({ customerGroup: { typeId: 'customer-group', id: 'unknown' } }), [
    { code: 'ReferencedResourceNotFound', typeId: 'customer-group', id: 'unknown' },
  ]);
});

/**
 * Also shows CUST064, CUST065, CUST066, CUST067, CUST068, message.a8bc1, message.6ad40, message.c27bb and
 * message.5759f.
 */
test('keeps default ids and id lists of addresses consistent (CUST060, CUST061, CUST062, CUST063)', async t => {
  const type = await newType('address');
  let customer = await create({ addresses: [{ key: 'home', country: 'DE' }] });
  const home = customer.addresses[0]!.id!;
  customer = await update(
    customer,
    { action: 'addAddress', address: { key: 'work', country: 'FR', city: 'Paris' } },
    { action: 'setDefaultShippingAddress', addressKey: 'work' },
    { action: 'setDefaultBillingAddress', addressId: home },
    { action: 'addShippingAddressId', addressId: home },
    { action: 'addBillingAddressId', addressKey: 'work' },
    { action: 'setAddressCustomType', addressId: home, type, fields: { note: 'n' } },
    { action: 'setAddressCustomField', addressId: home, name: 'note', value: 'm' },
  );
  const work = customer.addresses[1]!.id!;
  matchWhole(t, customer, {
    defaultShippingAddressId: work,
    shippingAddressIds: [work, home],
    defaultBillingAddressId: home,
    billingAddressIds: [home, work],
    addresses: [{ custom: { fields: { note: 'm' } } }, { city: 'Paris' }],
  });
  customer = await update(customer, {
    action: 'changeAddress',
    addressKey: 'work',
    address: { id: 'other', key: 'office', country: 'FR', city: 'Lyon' },
  });
  t.strictSame(
    customer.addresses[1],
    { id: work, key: 'office', country: 'FR', city: 'Lyon' },
    'the address keeps its id (CUST061)',
  );
  customer = await update(customer, { action: 'removeBillingAddressId', addressId: home });
  t.same(
    [customer.billingAddressIds, 'defaultBillingAddressId' in customer],
    [[work], false],
    'the address is no longer the default',
  );
  customer = await update(customer, { action: 'removeAddress', addressKey: 'office' });
  matchWhole(t, customer, { shippingAddressIds: [home], billingAddressIds: [] });
  t.notOk('defaultShippingAddressId' in customer);
  t.equal(customer.addresses.length, 1);
  customer = await update(customer, { action: 'setDefaultShippingAddress', addressId: home });
  customer = await update(
    customer,
    { action: 'setDefaultShippingAddress' },
    { action: 'removeShippingAddressId', addressId: home },
  );
  matchWhole(t, customer, { shippingAddressIds: [] });
  matchWhole(t, (await messagesOf(customer)).slice(1), [
    { type: 'CustomerAddressAdded', address: { id: work, city: 'Paris' } },
    { type: 'CustomerDefaultShippingAddressSet', address: { id: work } },
    { type: 'CustomerDefaultBillingAddressSet', address: { id: home } },
    { type: 'CustomerShippingAddressAdded', address: { id: home } },
    { type: 'CustomerBillingAddressAdded', address: { id: work } },
    { type: 'CustomerAddressCustomTypeSet', addressId: home, customFields: { fields: { note: 'n' } } },
    { type: 'CustomerAddressCustomFieldChanged', addressId: home, name: 'note', value: 'm', previousValue: 'n' },
    { type: 'CustomerAddressChanged', address: { id: work, city: 'Lyon' }, addressRoles: ['Shipping', 'Billing'] },
    { type: 'CustomerBillingAddressRemoved', address: { id: home } },
    { type: 'CustomerAddressRemoved', address: { id: work }, addressRoles: ['Shipping', 'Billing'] },
    { type: 'CustomerDefaultShippingAddressSet', address: { id: home } },
    { type: 'CustomerDefaultShippingAddressSet' },
    { type: 'CustomerShippingAddressRemoved', address: { id: home } },
  ]);
  matchWhole(t, await updateErrors(customer, { action: 'removeAddress', addressId: work }), [
    { code: 'InvalidOperation', message: new RegExp(`customer has no address with id '${work}'`), actionIndex: 0 },
  ]);
  matchWhole(t, await updateErrors(customer, { action: 'changeAddress', address: { country: 'DE' } }), [
    { code: 'RequiredField', field: 'addressId', actionIndex: 0 },
  ]);
  matchWhole(t, await updateErrors(customer, { action: 'addShippingAddressId', addressId: home, addressKey: 'home' }), [
    { code: 'InvalidInput', actionIndex: 0 },
  ]);
  matchWhole(t, await updateErrors(customer, { action: 'addAddress', address: { country: 'DE', key: 'home' } }), [
    { code: 'DuplicateField', duplicateValue: 'home', field: 'address.key', actionIndex: 0 },
  ]);
  matchWhole(t, await updateErrors(customer, { action: 'removeShippingAddressId', addressId: home }), [
    { code: 'InvalidOperation', actionIndex: 0 },
  ]);
});

/**
 * Also shows CUST057, CUST058, CUST059, CUST069, CUST070, CUST071, CUST072, CUST073, CUST074, CUST075, CUST076,
 * CUST077, CUST078, CUST099 and CUST103.
 */
test('applies every update action outside addresses and sends its message (CUST054, CUST055, CUST056)', async t => {
  const [group, other, type, shop] = [await newGroup(), await newGroup(), await newType('customer'), await newStore()];
  const customer = await create({ isEmailVerified: true });
  const email = newEmail();
  const actions: CustomerUpdateAction[] = [
    { action: 'setFirstName', firstName: 'F' },
    { action: 'setLastName', lastName: 'L' },
    { action: 'setMiddleName', middleName: 'M' },
    { action: 'setTitle', title: 'T' },
    { action: 'setSalutation', salutation: 'S' },
    { action: 'setCompanyName', companyName: 'C' },
    { action: 'setVatId', vatId: 'V' },
    { action: 'setDateOfBirth', dateOfBirth: '1999-12-31' },
    { action: 'setLocale', locale: 'de' },
    { action: 'setExternalId', externalId: 'E' },
    { action: 'setKey', key: newKey('key') },
    { action: 'setCustomerNumber', customerNumber: newKey('n') },
    { action: 'changeEmail', email },
    { action: 'setCustomerGroup', customerGroup: group },
    { action: 'setCustomerGroupAssignments', customerGroupAssignments: [{ customerGroup: group }] },
    { action: 'addCustomerGroupAssignment', customerGroupAssignment: { customerGroup: other } },
    { action: 'removeCustomerGroupAssignment', customerGroup: group },
    { action: 'addStore', store: storeReference(shop) },
    { action: 'setCustomType', type, fields: { note: 'n' } },
    { action: 'setCustomField', name: 'note', value: 'm' },
  ];
  const changed = await update(customer, ...actions);
  matchWhole(t, changed, {
    version: 2,
    firstName: 'F',
    lastName: 'L',
    middleName: 'M',
    title: 'T',
    salutation: 'S',
    companyName: 'C',
    vatId: 'V',
    dateOfBirth: '1999-12-31',
    locale: 'de',
    externalId: 'E',
    email,
    isEmailVerified: false,
    customerGroup: group,
    customerGroupAssignments: [{ customerGroup: other }],
    stores: [storeReference(shop)],
    custom: { fields: { note: 'm' } },
  });
  matchWhole(t, (await messagesOf(customer)).slice(1), [
    { type: 'CustomerFirstNameSet', firstName: 'F' },
    { type: 'CustomerLastNameSet', lastName: 'L' },
    { type: 'CustomerTitleSet', title: 'T' },
    { type: 'CustomerCompanyNameSet', companyName: 'C' },
    { type: 'CustomerDateOfBirthSet', dateOfBirth: '1999-12-31' },
    { type: 'CustomerExternalIdSet', externalId: 'E' },
    { type: 'CustomerEmailChanged', email, oldEmail: customer.email },
    { type: 'CustomerGroupSet', customerGroup: group },
    {
      type: 'CustomerGroupAssignmentsSet',
      customerGroupAssignments: [{ customerGroup: group }],
      oldCustomerGroupAssignments: [],
    },
    { type: 'CustomerGroupAssignmentAdded', customerGroupAssignment: { customerGroup: other } },
    { type: 'CustomerGroupAssignmentRemoved', customerGroupAssignment: { customerGroup: group } },
    { type: 'CustomerStoresSet', stores: [storeReference(shop)], oldStores: [] },
    { type: 'CustomerCustomTypeSet', customFields: { fields: { note: 'n' } } },
    { type: 'CustomerCustomFieldChanged', name: 'note', value: 'm', previousValue: 'n' },
  ]);
  const repeatable = actions.filter(({ action }) => !/GroupAssignment|setCustomType/.test(action));
  t.equal((await update(changed, ...repeatable)).version, 2, 'a repeated update changes nothing');
  matchWhole(t, await updateErrors(changed, { action: 'setCustomerNumber', customerNumber: 'another' }), [
    { code: 'InvalidOperation', message: /cannot be changed/, actionIndex: 0 },
  ]);
  matchWhole(t, await updateErrors(changed, { action: 'setCustomerNumber' }), [
    { code: 'InvalidOperation', actionIndex: 0 },
  ]);
  matchWhole(t, await updateErrors(changed, { action: 'setLocale', locale: 'fr' }), [
    { code: 'ProjectNotConfiguredForLanguages', languages: ['fr'], actionIndex: 0 },
  ]);
  matchWhole(t, await updateErrors(changed, { action: 'removeStore', store: storeReference(await newStore()) }), [
    { code: 'InvalidOperation', actionIndex: 0 },
  ]);
  matchWhole(t, await updateErrors(changed, { action: 'removeCustomerGroupAssignment', customerGroup: group }), [
    { code: 'InvalidOperation', actionIndex: 0 },
  ]);
  const bare = await update(
    changed,
    { action: 'setFirstName' },
    { action: 'setDateOfBirth' },
    { action: 'setLocale' },
    { action: 'setExternalId' },
    { action: 'setKey' },
    { action: 'setCustomerGroup' },
    { action: 'setCustomType' },
    { action: 'setStores', stores: [] },
  );
  for (const name of ['firstName', 'dateOfBirth', 'locale', 'externalId', 'key', 'customerGroup', 'custom'])
    t.notOk(name in bare, name);
  matchWhole(
    t,
    await rejectionOf(update(changed, { action: 'setTitle' })),
    { statusCode: 409, body: { errors: [{ code: 'ConcurrentModification', currentVersion: 3 }] } },
    'an old version is refused (CUST103)',
  );
});
