import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { createType, newKey, orderDraft } from '../../../support/drafts.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';

const { create, createIn, update, refuse, refuseCreation, remove, messagesOf } =
  await startResourceApi('customer-groups');

test('creates groups with unique names (customer-group.28209, customer-group.b9163, customer-group.10eff)', async t => {
  const groupName = newKey('Group');
  matchWhole(t, await create({ groupName, key: newKey('g') }), { name: groupName });
  assertError(t, await refuseCreation({ groupName }), 'DuplicateField', { field: 'name', duplicateValue: groupName });
  const other = await create({ groupName: newKey('Group') });
  assertError(t, await refuse(other, { action: 'changeName', name: groupName }), 'DuplicateField', {
    field: 'name',
    duplicateValue: groupName,
  });
  assertError(t, await refuseCreation({ name: 'x' }), 'RequiredField', { field: 'groupName' });
});

test('applies the update actions of a group and sends messages about custom fields (customer-group.076b6)', async t => {
  const type = await createType(createIn, ['customer-group']);
  const [name, key] = [newKey('Name'), newKey('key')];
  let group = await create({ groupName: newKey('Group') });
  group = await update(group, { action: 'changeName', name }, { action: 'setKey', key });
  matchWhole(t, group, { name, key });
  group = await update(
    group,
    { action: 'setKey' },
    { action: 'setCustomType', type: { typeId: 'type', id: type.id } },
    { action: 'setCustomField', name: 'note', value: 'a' },
    { action: 'setCustomField', name: 'note', value: 'b' },
    { action: 'setCustomField', name: 'note' },
    { action: 'setCustomType' },
  );
  t.notOk('key' in group || 'custom' in group);
  matchWhole(t, await messagesOf(group), [
    { type: 'CustomerGroupCustomTypeSet', customFields: { type: { id: type.id } } },
    { type: 'CustomerGroupCustomFieldAdded', name: 'note', value: 'a' },
    { type: 'CustomerGroupCustomFieldChanged', value: 'b', oldValue: 'a' },
    { type: 'CustomerGroupCustomFieldRemoved', name: 'note' },
    { type: 'CustomerGroupCustomTypeRemoved', oldTypeId: type.id },
  ]);
});

test('refuses to delete a group that an order refers to (ORD020)', async t => {
  const group = await create({ groupName: newKey('Group'), key: newKey('g') });
  const order = await createIn(
    'orders/import',
    orderDraft({ customerGroup: { typeId: 'customer-group', key: group.key as string } }),
  );
  t.same(order.customerGroup, { typeId: 'customer-group', id: group.id });
  assertError(t, await remove(group), 'ReferenceExists');
  t.equal((await remove(await create({ groupName: newKey('Group') }))).status, 200);
});
