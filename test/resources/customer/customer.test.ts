import type {
  Customer,
  CustomerDraft,
  CustomerUpdateAction,
  MyCustomerUpdateAction,
} from '@commercetools/platform-sdk';
import { test } from 'tap';
import { newKey } from '../../support/drafts.js';
import { basic, post, tokenIn } from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';
import { rejectionOf, sdkAs, sdkOf } from '../../support/sdk.js';
import { fieldDefinition } from '../../support/types.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project({ languages: ['en', 'de'] });
const { projectKey } = project;
const sdk = sdkOf(quayside, project);
const password = 'secret-123';
const newEmail = () => `${newKey('jo')}@example.com`;
const create = async (draft: Partial<CustomerDraft> = {}): Promise<Customer> =>
  (
    await sdk
      .customers()
      .post({ body: { email: newEmail(), password, ...draft } })
      .execute()
  ).body.customer;
const update = async ({ id, version }: Customer, ...actions: CustomerUpdateAction[]): Promise<Customer> =>
  (await sdk.customers().withId({ ID: id }).post({ body: { version, actions } }).execute()).body;
const refusal = async (customer: Customer, ...actions: CustomerUpdateAction[]) =>
  (await rejectionOf(update(customer, ...actions))).body.errors;
const noCreation = async (draft: Partial<CustomerDraft>) => (await rejectionOf(create(draft))).body.errors;
const told = async ({ id }: { readonly id: string }) =>
  (
    await sdk
      .messages()
      .get({ queryArgs: { where: `resource(id = "${id}")`, sort: 'sequenceNumber asc', limit: 500 } })
      .execute()
  ).body.results;
const newStore = async (): Promise<string> =>
  (
    await sdk
      .stores()
      .post({ body: { key: newKey('store') } })
      .execute()
  ).body.key;
const newGroup = async () => ({
  typeId: 'customer-group' as const,
  id: (
    await sdk
      .customerGroups()
      .post({ body: { groupName: newKey('Group') } })
      .execute()
  ).body.id,
});
const newType = async (resourceTypeId: string) => ({
  typeId: 'type' as const,
  id: (
    await sdk
      .types()
      .post({
        body: {
          key: newKey('type'),
          name: { en: 'T' },
          resourceTypeIds: [resourceTypeId],
          fieldDefinitions: [fieldDefinition('note', { name: 'String' })] as never,
        },
      })
      .execute()
  ).body.id,
});
const store = (key: string) => ({ typeId: 'store' as const, key });
const sessionOf = async (email: string, storeKey?: string) => {
  const path = storeKey === undefined ? '' : `/in-store/key=${storeKey}`;
  return sdkAs(
    quayside,
    projectKey,
    tokenIn(
      await post(quayside, `${projectKey}${path}/customers/token`, basic(project), {
        grant_type: 'password',
        username: email,
        password,
      }),
    ).access_token,
  );
};

test('creates a customer with all members of a draft (CUST002, CUST005, CUST006, CUST009, CUST052, CUST086, CUST129)', async t => {
  const [group, type, addressType, shop] = await Promise.all([
    newGroup(),
    newType('customer'),
    newType('address'),
    newStore(),
  ]);
  const email = newEmail();
  const draft: CustomerDraft = {
    key: newKey('customer'),
    customerNumber: newKey('number'),
    externalId: 'e',
    email,
    password,
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
    stores: [store(shop)],
    custom: { type, fields: { note: 'n' } },
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
  t.same(Object.keys(answer.body), ['customer'], 'CUST036 no cart, so none is shown');
  const { customer } = answer.body;
  const [home, away, third] = customer.addresses.map(({ id }) => id!);
  const {
    password: _,
    addresses,
    defaultShippingAddress,
    shippingAddresses,
    defaultBillingAddress,
    billingAddresses,
    ...plain
  } = draft;
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
  t.equal(customer.password, least.password, 'masked, whatever it is');
  t.notMatch(customer.password, new RegExp(password));
  matchWhole(t, await told(customer), [
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
  matchWhole(t, await noCreation({ email: undefined }), [{ code: 'RequiredField', field: 'email' }]);
  for (const email of ['', 'jo', 'jo @example.com', `${'x'.repeat(320)}@example.com`])
    matchWhole(t, await noCreation({ email }), [{ code: 'InvalidField', field: 'email', invalidValue: String }]);
  matchWhole(t, await noCreation({ password: undefined }), [{ code: 'RequiredField', field: 'password' }]);
  for (const weak of ['', 'short-1', 'no-digits', '1234-5678', '12345678'])
    matchWhole(t, await noCreation({ password: weak }), [{ code: 'WeakPassword' }], weak);
  matchWhole(t, await noCreation({ password: `a1${'x'.repeat(2_000)}` }), [
    { code: 'InvalidInput', message: /at most 1024/ },
  ]);
  for (const good of ['abcdefg1', 'пароль12', 'päßwort٣']) t.ok(await create({ password: good }), good);
  for (const dateOfBirth of ['2001-02-29', '2001-13-01', 'yesterday'])
    matchWhole(t, await noCreation({ dateOfBirth }), [
      { code: 'InvalidField', field: 'dateOfBirth', invalidValue: String },
    ]);
  matchWhole(t, await noCreation({ locale: 'fr' }), [{ code: 'ProjectNotConfiguredForLanguages', languages: ['fr'] }]);
  matchWhole(t, await noCreation({ addresses: [{ country: 'DE' }], defaultShippingAddress: 1 }), [
    { code: 'InvalidField', field: 'defaultShippingAddress', invalidValue: 1 },
  ]);
  matchWhole(t, await noCreation({ billingAddresses: [0] }), [
    { code: 'InvalidField', field: 'billingAddresses', invalidValue: 0 },
  ]);
  matchWhole(t, await noCreation({ shippingAddresses: [-1] }), [
    { code: 'InvalidField', field: 'shippingAddresses[0]', invalidValue: -1 },
  ]);
  matchWhole(
    t,
    await noCreation({
      addresses: [
        { country: 'DE', key: 'kk' },
        { country: 'FR', key: 'kk' },
      ],
    }),
    [{ code: 'DuplicateField', duplicateValue: 'kk', field: 'addresses.key' }],
  );
  matchWhole(
    t,
    await noCreation({ addresses: [{} as never] }),
    [{ code: 'RequiredField', field: 'addresses[0].country' }],
    'CUST033',
  );
  matchWhole(t, await noCreation({ stores: [store('no-such-store')] }), [
    { code: 'ReferencedResourceNotFound', typeId: 'store', key: 'no-such-store' },
  ]);
  matchWhole(t, await noCreation({ customerGroup: { typeId: 'customer-group', id: 'nobody' } }), [
    { code: 'ReferencedResourceNotFound', typeId: 'customer-group', id: 'nobody' },
  ]);
});

test('refuses a duplicate email in any letter case, key or customerNumber; customers of stores do not conflict with global ones (ERR018)', async t => {
  const [one, two] = [await newStore(), await newStore()];
  const email = newEmail();
  const taken = [{ code: 'DuplicateField', field: 'email', duplicateValue: email.toUpperCase() }];
  const first = await create({ email, key: newKey('c'), customerNumber: newKey('n') });
  matchWhole(t, await noCreation({ email: email.toUpperCase() }), taken);
  matchWhole(t, await noCreation({ key: first.key }), [
    { code: 'DuplicateField', field: 'key', duplicateValue: first.key },
  ]);
  matchWhole(t, await noCreation({ customerNumber: first.customerNumber }), [
    { code: 'DuplicateField', field: 'customerNumber', duplicateValue: String },
  ]);
  let inOne = await create({ email, stores: [store(one)] });
  matchWhole(t, await noCreation({ email: email.toUpperCase(), stores: [store(two), store(one)] }), taken);
  const inTwo = await create({ email, stores: [store(two)] });
  matchWhole(t, await refusal(inOne, { action: 'addStore', store: store(two) }), [
    { code: 'DuplicateField', field: 'email', duplicateValue: String },
  ]);
  matchWhole(
    t,
    await refusal(inOne, { action: 'setStores', stores: [] }),
    [{ code: 'DuplicateField', field: 'email', duplicateValue: String }],
    'that would make two global ones',
  );
  const other = await create();
  matchWhole(t, await refusal(other, { action: 'changeEmail', email: email.toUpperCase() }), taken);
  const louder = await update(first, { action: 'changeEmail', email: email.toUpperCase() });
  t.equal(louder.email, email.toUpperCase(), "one's own in other letters");
  await sdk
    .customers()
    .withId({ ID: louder.id })
    .delete({ queryArgs: { version: louder.version } })
    .execute();
  inOne = await update(inOne, { action: 'removeStore', store: store(one) });
  matchWhole(
    t,
    await noCreation({ email }),
    [{ code: 'DuplicateField', field: 'email', duplicateValue: String }],
    'the email of the deleted one went to the one who became global',
  );
  t.ok(await create({ email, stores: [store(one)] }));
  let made = 0;
  const busy = Array.from({ length: 40 }, () =>
    create().then(() => {
      made++;
    }),
  );
  for (const draft of [{ email }, { password: 'weak' }]) t.equal((await noCreation(draft)).length, 1);
  t.ok(
    made < 30,
    `refused before anything is hashed, not behind those that wait for it; ${made} of 40 were made by then`,
  );
  await Promise.all(busy);
  matchWhole(t, await told(inOne), [
    { type: 'CustomerCreated' },
    { type: 'CustomerStoresSet', stores: [], oldStores: [{ typeId: 'store', key: one }] },
  ]);
  matchWhole(
    t,
    (await sdk.inStoreKeyWithStoreKeyValue({ storeKey: two }).customers().get().execute()).body.results.map(
      ({ id }) => id,
    ),
    [inTwo.id],
  );
  const both = await create({ email: `both-${email}`, stores: [store(one), store(two)] });
  const inEither = (
    await sdk
      .customers()
      .get({ queryArgs: { where: `stores(key in ("${one}", "${two}"))`, sort: 'createdAt asc' } })
      .execute()
  ).body;
  t.same(
    [inEither.total, inEither.results.filter(({ id }) => id === both.id).length],
    [3, 1],
    'who is in two stores is found once',
  );
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => create({ email: `race-${email}` })));
  t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1, 'of many at once one');
});

test('applies every update action outside addresses and sends its message (CUST054, CUST055, CUST056, CUST057, CUST058, CUST059, CUST069, CUST070, CUST071, CUST072, CUST073, CUST074, CUST075, CUST076, CUST077, CUST078, CUST099, CUST103)', async t => {
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
    { action: 'addStore', store: store(shop) },
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
    stores: [store(shop)],
    custom: { fields: { note: 'm' } },
  });
  matchWhole(t, (await told(customer)).slice(1), [
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
    { type: 'CustomerStoresSet', stores: [store(shop)], oldStores: [] },
    { type: 'CustomerCustomTypeSet', customFields: { fields: { note: 'n' } } },
    { type: 'CustomerCustomFieldChanged', name: 'note', value: 'm', previousValue: 'n' },
  ]);
  const repeatable = actions.filter(({ action }) => !/GroupAssignment|setCustomType/.test(action));
  t.equal((await update(changed, ...repeatable)).version, 2, 'the same again changes nothing');
  matchWhole(t, await refusal(changed, { action: 'setCustomerNumber', customerNumber: 'another' }), [
    { code: 'InvalidOperation', message: /cannot be changed/, actionIndex: 0 },
  ]);
  matchWhole(t, await refusal(changed, { action: 'setCustomerNumber' }), [
    { code: 'InvalidOperation', actionIndex: 0 },
  ]);
  matchWhole(t, await refusal(changed, { action: 'setLocale', locale: 'fr' }), [
    { code: 'ProjectNotConfiguredForLanguages', languages: ['fr'], actionIndex: 0 },
  ]);
  matchWhole(t, await refusal(changed, { action: 'removeStore', store: store(await newStore()) }), [
    { code: 'InvalidOperation', actionIndex: 0 },
  ]);
  matchWhole(t, await refusal(changed, { action: 'removeCustomerGroupAssignment', customerGroup: group }), [
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
    'CUST103',
  );
});

test('keeps default ids and id lists of addresses consistent (CUST060, CUST061, CUST062, CUST063, CUST064, CUST065, CUST066, CUST067, CUST068)', async t => {
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
  t.strictSame(customer.addresses[1], { id: work, key: 'office', country: 'FR', city: 'Lyon' }, 'it keeps its id');
  customer = await update(customer, { action: 'removeBillingAddressId', addressId: home });
  t.same(
    [customer.billingAddressIds, 'defaultBillingAddressId' in customer],
    [[work], false],
    'the default went with the role',
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
  matchWhole(t, (await told(customer)).slice(1), [
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
  matchWhole(t, await refusal(customer, { action: 'removeAddress', addressId: work }), [
    { code: 'InvalidOperation', message: new RegExp(`customer has no address with id '${work}'`), actionIndex: 0 },
  ]);
  matchWhole(t, await refusal(customer, { action: 'changeAddress', address: { country: 'DE' } }), [
    { code: 'RequiredField', field: 'addressId', actionIndex: 0 },
  ]);
  matchWhole(t, await refusal(customer, { action: 'addShippingAddressId', addressId: home, addressKey: 'home' }), [
    { code: 'InvalidInput', actionIndex: 0 },
  ]);
  matchWhole(t, await refusal(customer, { action: 'addAddress', address: { country: 'DE', key: 'home' } }), [
    { code: 'DuplicateField', duplicateValue: 'home', field: 'address.key', actionIndex: 0 },
  ]);
  matchWhole(t, await refusal(customer, { action: 'removeShippingAddressId', addressId: home }), [
    { code: 'InvalidOperation', actionIndex: 0 },
  ]);
});

test('serves customers at /me with the smaller set of actions (CUST079, CUST087, CUST100, CUST102, AUTH071)', async t => {
  const email = newEmail();
  const visitor = sdkAs(
    quayside,
    projectKey,
    tokenIn(
      await post(quayside, `${projectKey}/anonymous/token`, basic(project), {
        grant_type: 'client_credentials',
        scope: `create_anonymous_token:${projectKey} manage_my_profile:${projectKey}`,
      }),
    ).access_token,
  );
  const signedUp = await visitor
    .me()
    .signup()
    .post({
      body: { email, password, firstName: 'Me', customerNumber: 'not mine to say', isEmailVerified: true } as never,
    })
    .execute();
  t.equal(signedUp.statusCode, 201);
  const { customer } = signedUp.body;
  matchWhole(t, customer, { email, firstName: 'Me', isEmailVerified: false, createdBy: { anonymousId: /./ } });
  t.notOk('customerNumber' in customer);
  matchWhole(t, await rejectionOf(visitor.me().get().execute()), { statusCode: 404 }, 'a visitor is no customer');
  matchWhole(t, await rejectionOf(sdk.me().get().execute()), { statusCode: 403 }, 'CUST085 nor is a client');
  const me = await sessionOf(email);
  t.strictSame((await me.me().get().execute()).body, customer);
  const change = async (version: number, ...actions: MyCustomerUpdateAction[]) =>
    (await me.me().post({ body: { version, actions } }).execute()).body;
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
    matchWhole(t, await rejectionOf(change(2, { action } as never)), {
      statusCode: 400,
      body: {
        errors: [{ code: 'InvalidField', field: 'actions[0].action', invalidValue: action, allowedValues: Object }],
      },
    });
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
  matchWhole(t, await rejectionOf(me.me().get().execute()), { statusCode: 401 }, 'the session went with the customer');
  matchWhole(t, await rejectionOf(sdk.customers().withId({ ID: customer.id }).get().execute()), { statusCode: 404 });
  matchWhole(t, (await told(customer)).at(-1), { type: 'CustomerDeleted', email });
});

test('queries and changes customers by GraphQL, also of a store (CUST080)', async t => {
  const shop = await newStore();
  const [everybody, local] = [await create(), await create({ stores: [store(shop)] })];
  const http = quayside.http.as(await quayside.token(project));
  const at = (prefix: string, query: string) =>
    http.send('POST', `/${projectKey}${prefix}/graphql`, { body: { query } });
  const ask = async (prefix: string, { id }: Customer) => (await at(prefix, `{ customer(id: "${id}") { id } }`)).json;
  matchWhole(t, await ask('', everybody), { data: { customer: { id: everybody.id } } });
  matchWhole(t, await ask(`/in-store/key=${shop}`, local), { data: { customer: { id: local.id } } });
  matchWhole(t, await ask(`/in-store/key=${shop}`, everybody), { data: { customer: null } });
  const email = newEmail();
  const signedUp = await at(
    '',
    `mutation { customerSignUp(draft: { email: "${email}", password: "${password}" }) { customer { email } } }`,
  );
  matchWhole(t, signedUp, { status: 200, json: { data: { customerSignUp: { customer: { email } } } } }, signedUp.text);
});

test('shows on the paths of a store only its customers (AUTH015, AUTH052)', async t => {
  const [shop, elsewhere] = [await newStore(), await newStore()];
  const [here, there] = [shop, elsewhere].map(storeKey => sdk.inStoreKeyWithStoreKeyValue({ storeKey }));
  const email = newEmail();
  const { customer } = (
    await here!
      .customers()
      .post({ body: { email, password, key: newKey('c'), stores: [store(elsewhere)] } })
      .execute()
  ).body;
  t.same(customer.stores, [store(shop)], "of the path's store, whatever the draft says");
  matchWhole(t, await rejectionOf(here!.customers().post({ body: { email, password } }).execute()), {
    body: { errors: [{ code: 'DuplicateField', field: 'email', duplicateValue: String }] },
  });
  t.same((await here!.customers().withId({ ID: customer.id }).get().execute()).body, customer);
  matchWhole(t, await rejectionOf(there!.customers().withId({ ID: customer.id }).get().execute()), { statusCode: 404 });
  matchWhole(
    t,
    await rejectionOf(
      there!
        .customers()
        .withKey({ key: customer.key! })
        .post({ body: { version: 1, actions: [] } })
        .execute(),
    ),
    { statusCode: 404 },
  );
  matchWhole(
    t,
    (
      await here!
        .customers()
        .withKey({ key: customer.key! })
        .post({ body: { version: 1, actions: [{ action: 'setFirstName', firstName: 'Sto' }] } })
        .execute()
    ).body,
    { version: 2, firstName: 'Sto' },
  );
  const me = await sessionOf(email, shop);
  t.equal((await me.inStoreKeyWithStoreKeyValue({ storeKey: shop }).me().get().execute()).body.id, customer.id);
  matchWhole(t, await rejectionOf(me.inStoreKeyWithStoreKeyValue({ storeKey: elsewhere }).me().get().execute()), {
    statusCode: 404,
  });
  t.equal((await me.me().get().execute()).body.id, customer.id);
  const shared = await create({ stores: [store(shop), store(elsewhere)] });
  const third = await newStore();
  const atShop = (...actions: CustomerUpdateAction[]) =>
    here!
      .customers()
      .withId({ ID: shared.id })
      .post({ body: { version: 1, actions } })
      .execute();
  const moves: CustomerUpdateAction[] = [
    { action: 'setStores', stores: [] },
    { action: 'setStores', stores: [store(shop)] },
    { action: 'setStores', stores: [store(elsewhere)] },
    { action: 'addStore', store: store(third) },
    { action: 'removeStore', store: store(shop) },
    { action: 'removeStore', store: store(elsewhere) },
  ];
  for (const move of moves)
    matchWhole(
      t,
      await rejectionOf(atShop({ action: 'setFirstName', firstName: 'x' }, move)),
      { statusCode: 400, body: { errors: [{ code: 'InvalidOperation', message: /stores of a customer/ }] } },
      JSON.stringify(move),
    );
  t.strictSame(
    (await sdk.customers().withId({ ID: shared.id }).get().execute()).body,
    shared,
    "on a store's path nobody is made global or another store's",
  );
  matchWhole(
    t,
    (await atShop({ action: 'addStore', store: store(shop) }, { action: 'setFirstName', firstName: 'x' })).body,
    {
      version: 2,
      stores: shared.stores,
    },
  );
  matchWhole(
    t,
    await update({ ...shared, version: 2 }, { action: 'setStores', stores: [store(elsewhere)] }),
    { stores: [store(elsewhere)] },
    "on the project's it is allowed",
  );
  const mine = (
    await here!
      .me()
      .signup()
      .post({ body: { email: newEmail(), password } })
      .execute()
  ).body.customer;
  t.same(mine.stores, [store(shop)]);
  matchWhole(t, (await here!.customers().get().execute()).body.total, 2);
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .stores()
        .withKey({ key: shop })
        .delete({ queryArgs: { version: 1 } })
        .execute(),
    ),
    { body: { errors: [{ code: 'ReferenceExists' }] } },
  );
  t.equal(
    (
      await here!
        .customers()
        .withId({ ID: customer.id })
        .delete({ queryArgs: { version: 2 } })
        .execute()
    ).statusCode,
    200,
  );
});
