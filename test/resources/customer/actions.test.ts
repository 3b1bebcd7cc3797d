import type { CustomerUpdateAction } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { rejectionOf } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';
import { newEmail, startCustomers, storeReference } from './startCustomers.js';

const { create, messagesOf, newGroup, newStore, newType, update, updateErrors } = await startCustomers();

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
