/** Rules that the documentation of customers states. */
import { test } from '../../../support/tap.js';
import { newKey } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { startCustomers, storeReference } from './startCustomers.js';

const { create, update, refuse, creationErrors, newStore, newGroup } = await startCustomers();
const addresses = [
  { key: 'home', country: 'DE' },
  { key: 'work', country: 'FR' },
];

for (const [role, rules] of [
  [
    'Shipping',
    'customer.f763e, customer.aca8d, customer.8546d, customer.ceba7, customer.a1023, customer.56878, ' +
      'customer.b9710, customer.eff73',
  ],
  [
    'Billing',
    'customer.49390, customer.71acf, customer.f3dc7, customer.eb358, customer.0c2d4, customer.e0b52, ' +
      'customer.d7787, customer.57504',
  ],
] as const)
  test(`default ${role.toLowerCase()} address: named by index, id or key; unset with its role (${rules})`, async t => {
    const [ids, id] = [`${role.toLowerCase()}AddressIds`, `default${role}AddressId`];
    const created = await create({ addresses, [`default${role}Address`]: 1 });
    const [home, work] = created.addresses.map(each => each.id!);
    matchWhole(t, created, { [ids]: [work], [id]: work });
    const listed = await create({ addresses, [`${role.toLowerCase()}Addresses`]: [0, 1] });
    matchWhole(t, listed, { [ids]: listed.addresses.map(each => each.id), [id]: undefined });
    const wrong = await creationErrors({ addresses, [`default${role}Address`]: 2 });
    t.match(wrong[0]?.code, /^Invalid/);
    const act = (name: string, names: object) => ({ action: name, ...names }) as never;
    const byKey = await update(created, act(`setDefault${role}Address`, { addressKey: 'home' }));
    matchWhole(t, byKey, { [ids]: [work, home], [id]: home });
    const byId = await update(byKey, act(`setDefault${role}Address`, { addressId: work }));
    matchWhole(t, byId, { [ids]: [work, home], [id]: work });
    for (const names of [{ addressId: 'none' }, { addressKey: 'none' }])
      assertError(t, await refuse(byId, act(`setDefault${role}Address`, names)), 'InvalidOperation', {
        actionIndex: 0,
      });
    const other = await update(byId, act(`remove${role}AddressId`, { addressKey: 'home' }));
    matchWhole(t, other, { [ids]: [work], [id]: work });
    const unset = await update(other, act(`remove${role}AddressId`, { addressId: work }));
    matchWhole(t, unset, { [ids]: [], [id]: undefined });
  });

test('setting nothing removes a value, except the customer number (customer.a06d7, customer.4be5b)', async t => {
  const customer = await create({ customerNumber: newKey('number'), customerGroup: await newGroup() });
  const values = {
    companyName: 'Sea Ltd',
    dateOfBirth: '2000-02-29',
    externalId: newKey('external'),
    firstName: 'Jo',
    key: newKey('customer'),
    lastName: 'Doe',
    locale: 'de',
    middleName: 'M',
    salutation: 'Dr',
    title: 'Prof',
    vatId: 'DE1',
  };
  const actionOf = (name: string, value?: unknown) =>
    ({ action: `set${name[0]!.toUpperCase()}${name.slice(1)}`, [name]: value }) as never;
  let changed = await update(customer, ...Object.entries(values).map(([name, value]) => actionOf(name, value)));
  matchWhole(t, changed, values);
  changed = await update(changed, ...Object.keys(values).map(name => actionOf(name)), actionOf('customerGroup'));
  for (const name of [...Object.keys(values), 'customerGroup']) t.notOk(name in changed, name);
  for (const customerNumber of [newKey('other'), undefined])
    assertError(t, await refuse(changed, actionOf('customerNumber', customerNumber)), 'InvalidOperation', {
      actionIndex: 0,
    });
});

test('the locale is a language of the project (customer.7f3e1)', async t => {
  const refused = { languages: ['fr'] };
  matchWhole(t, await creationErrors({ locale: 'fr' }), [{ code: 'ProjectNotConfiguredForLanguages', ...refused }]);
  const setLocale = { action: 'setLocale', locale: 'fr' } as const;
  assertError(t, await refuse(await create({ locale: 'de' }), setLocale), 'ProjectNotConfiguredForLanguages', {
    ...refused,
    actionIndex: 0,
  });
});

/** Also shows customer.6093d and customer.54d71. */
test('a password belongs to the mode Password (customer.50390, customer.b6f45, customer.b2cf6)', async t => {
  for (const authenticationMode of ['Password', undefined])
    matchWhole(t, await creationErrors({ authenticationMode, password: undefined }), [
      { code: 'RequiredField', field: 'password' },
    ]);
  t.ok('password' in (await create()));
  t.notOk('password' in (await create({ authenticationMode: 'ExternalAuth', password: undefined })));
});

test('removeStore removes one store, and without stores a customer is global (customer.3ffe2)', async t => {
  const stores = [storeReference(await newStore()), storeReference(await newStore())];
  const customer = await create({ stores });
  const one = await update(customer, { action: 'removeStore', store: stores[0]! });
  t.same(one.stores, [stores[1]]);
  t.same((await update(one, { action: 'removeStore', store: stores[1]! })).stores, []);
});
