/** Types of custom fields in use. */
import { test } from '../../support/tap.js';
import { createType, fieldDefinition, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders, refusedWith } from '../../support/orders.js';
import { rejectionOf } from '../../support/sdk.js';

const { create, update, createIn, refuse, get, sdk } = await startOrders();

test('required fields cannot be left out or removed (OACT082)', async t => {
  const type = await createType(
    createIn,
    ['order'],
    [fieldDefinition('must', { name: 'String' }, true), fieldDefinition('may', { name: 'String' })],
  );
  const order = await create();
  matchWhole(
    t,
    await refuse(order, { action: 'setCustomType', type: referenceTo('type', type), fields: { may: 'x' } }),
    refusedWith('RequiredField', /fields\.must/, { field: 'fields.must' }),
  );
  const set = await update(order, { action: 'setCustomType', type: referenceTo('type', type), fields: { must: 'x' } });
  matchWhole(
    t,
    await refuse(set, { action: 'setCustomField', name: 'must' }),
    refusedWith('RequiredField', /must/, { field: 'must' }),
  );
  t.same(await get(set), set);
});

test('refuses to delete a Type in use', async t => {
  const type = await createType(createIn, ['line-item']);
  const order = await create();
  const held = await update(order, {
    action: 'setLineItemCustomType',
    lineItemId: order.lineItems[0]!.id,
    type: referenceTo('type', type),
  });
  const remove = () =>
    sdk
      .types()
      .withId({ ID: type.id })
      .delete({ queryArgs: { version: 1 } })
      .execute();
  matchWhole(t, (await rejectionOf(remove())).body, { errors: [{ code: 'ReferenceExists' }] });
  await update(held, { action: 'setLineItemCustomType', lineItemId: order.lineItems[0]!.id });
  t.equal((await remove()).statusCode, 200);
});
