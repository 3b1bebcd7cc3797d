import { test } from '../../support/tap.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startCustomers } from './startCustomers.js';

const { create, messagesOf, newType, update, updateErrors } = await startCustomers();

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
