import { test } from '../support/tap.js';
import { newKey } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { createProfileType, customerFields, newEmail, startCustomerShop } from './customerShop.js';

const shop = await startCustomerShop();
const { projectKey, ask, data, http, createIn, signUp, signIn } = shop;
const profileType = await createProfileType(shop);
const group = await createIn('customer-groups', { groupName: newKey('group') });

const updateMutation = `mutation U($id: String!, $version: Long!, $actions: [CustomerUpdateAction!]!) {
  updateCustomer(id: $id, version: $version, actions: $actions) { ${customerFields} }
}`;

/** Also shows CUST063, CUST066, CUST069, CUST072, CUST076, CUST077, CUST078, CUST099 and CUST103. */
test('applies the update actions of a customer (CUST053, CUST054, CUST059, CUST060, CUST061, CUST062)', async t => {
  const { id } = await signUp({ addresses: [{ country: 'DE' }] });
  const email = newEmail();
  const update = async (version: number, ...actions: object[]) =>
    (await data(updateMutation, { id, version, actions })).updateCustomer;
  const first = await update(
    1,
    { setFirstName: { firstName: 'F' } },
    { setLastName: { lastName: 'L' } },
    { setMiddleName: { middleName: 'M' } },
    { setTitle: { title: 'T' } },
    { setSalutation: { salutation: 'S' } },
    { changeEmail: { email } },
    { addAddress: { address: { country: 'AT', city: 'Graz', key: 'g', phone: '5' } } },
    { setCustomerGroup: { customerGroup: { typeId: 'customer-group', id: group.id } } },
    { setCustomerNumber: { customerNumber: newKey('n') } },
    { setExternalId: { externalId: 'E' } },
    { setDateOfBirth: { dateOfBirth: '2000-02-29' } },
    { setCompanyName: { companyName: 'C' } },
    { setVatId: { vatId: 'V' } },
    { setKey: { key: newKey('k') } },
    { setCustomType: { typeId: profileType.id, fields: [{ name: 'note', value: '"a"' }] } },
    { setCustomField: { name: 'count', value: '2' } },
  );
  matchWhole(t, first, {
    firstName: 'F',
    lastName: 'L',
    middleName: 'M',
    title: 'T',
    salutation: 'S',
    email,
    externalId: 'E',
    dateOfBirth: '2000-02-29',
    companyName: 'C',
    vatId: 'V',
    customerGroupRef: { id: group.id },
    customFieldsRaw: [
      { name: 'note', value: 'a' },
      { name: 'count', value: 2 },
    ],
    addresses: [{}, { city: 'Graz', key: 'g', contactInfo: { phone: '5' } }],
  });
  const [a, b] = first.addresses.map(({ id: addressId }: { id: string }) => addressId);
  const second = await update(
    first.version,
    { changeAddress: { addressId: a, address: { country: 'FR', city: 'Lyon' } } },
    { setDefaultShippingAddress: { addressId: a } },
    { setDefaultBillingAddress: { addressId: b } },
    { addShippingAddressId: { addressId: b } },
    { addBillingAddressId: { addressId: a } },
    { removeShippingAddressId: { addressId: b } },
    { removeBillingAddressId: { addressId: b } },
    { setFirstName: {} },
    { setLastName: { lastName: null } },
    { setCustomField: { name: 'note' } },
    { setCustomerGroup: {} },
  );
  matchWhole(t, second, {
    firstName: null,
    lastName: null,
    customerGroupRef: null,
    defaultShippingAddressId: a,
    defaultBillingAddressId: null,
    shippingAddressIds: [a],
    billingAddressIds: [a],
    customFieldsRaw: [{ name: 'count' }],
    addresses: [{ city: 'Lyon' }, {}],
  });
  const third = await update(second.version, { removeAddress: { addressId: b } }, { setCustomType: {} });
  matchWhole(t, third, { addresses: { length: 1 }, customFieldsRaw: null });
  const refused = async (...actions: object[]) =>
    (await ask(updateMutation, { id, version: third.version, actions })).errors![0]!;
  matchWhole(t, await refused({}), {
    message: /actions\[0\] must have exactly one member, the action; got none/,
    extensions: { code: 'InvalidInput' },
  });
  matchWhole(t, await refused({ setKey: {} }, { setKey: { key: 'abc' }, setTitle: {} }), {
    message: /actions\[1\].*got setTitle, setKey/,
  });
  matchWhole(t, await refused({ setCustomType: { typeId: 'x', typeKey: 'y' } }), {
    message: /one of typeId, typeKey and type/,
  });
  matchWhole(t, await refused({ removeAddress: { addressId: 'nowhere' } }), { extensions: { actionIndex: 0 } });
  matchWhole(t, await ask(updateMutation, { id, version: 1, actions: [] }), {
    status: 200,
    data: { updateCustomer: null },
    errors: [{ extensions: { code: 'ConcurrentModification', currentVersion: third.version } }],
  });
});

test('lets customers change and delete themselves (CUST100, CUST101, CUST102, CUST133)', async t => {
  const customer = await signUp({ key: newKey('mine') });
  const mine = await signIn(customer);
  matchWhole(
    t,
    await mine.ask(
      `mutation {
        updateMyCustomer(version: 1, actions: [{ setFirstName: { firstName: "Me" } }]) { firstName version }
      }`,
    ),
    { data: { updateMyCustomer: { firstName: 'Me', version: 2 } } },
  );
  matchWhole(t, await mine.ask('mutation { updateMyCustomer(version: 1, actions: []) { id } }'), {
    errors: [{ extensions: { code: 'ConcurrentModification', currentVersion: 2 } }],
  });
  matchWhole(
    t,
    await mine.ask('mutation { deleteMyCustomer(version: 2, personalDataErasure: true) { id firstName } }'),
    {
      data: { deleteMyCustomer: { id: customer.id, firstName: 'Me' } },
    },
  );
  t.equal((await mine.ask('{ me { customer { id } } }')).status, 401, 'the sessions are revoked with the deletion');
  t.same(await data(`{ customer(id: "${customer.id}") { id } }`), { customer: null });
  const messages = await http.send(
    'GET',
    `/${projectKey}/messages?where=${encodeURIComponent(`resource(id="${customer.id}")`)}`,
  );
  t.notMatch(messages.text, /Me"|@example/, 'messages no longer contain personal data');
  const key = newKey('other');
  const { id } = await signUp({ key });
  matchWhole(t, await ask('mutation { deleteCustomer(version: 1) { id } }'), {
    errors: [{ message: /exactly one of the arguments id, key; got none/ }],
  });
  matchWhole(t, await data(`mutation { deleteCustomer(key: "${key}", version: 1) { id } }`), {
    deleteCustomer: { id },
  });
});
