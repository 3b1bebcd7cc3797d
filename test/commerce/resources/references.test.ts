/** Tests for all resource types that a referenced resource cannot be deleted. */
import { test } from '../../support/tap.js';
import { assertError } from '../../support/refusal.js';
import { createType, fieldDefinition, money, newKey, orderDraft, stateDraft } from '../../support/drafts.js';
import { startResourceApi, type Resource } from '../../support/resourceApi.js';

const { createIn, http, base } = await startResourceApi('orders');
const id = ({ id: value }: Resource, typeId: string) => ({ typeId, id: value });
const make: Readonly<Record<string, () => Promise<Resource>>> = {
  states: () => createIn('states', stateDraft()),
  stores: () => createIn('stores', { key: newKey('store') }),
  channels: () => createIn('channels', { key: newKey('channel') }),
  'customer-groups': () => createIn('customer-groups', { groupName: newKey('group') }),
  payments: () => createIn('payments', { amountPlanned: money(1) }),
  types: () =>
    createType(
      createIn,
      ['order', 'channel', 'store', 'payment', 'customer-group'],
      [fieldDefinition('place', { name: 'Reference', referenceTypeId: 'channel' })],
    ),
};

/** A referenced type, the path of a resource that refers to it, and the draft of that resource. */
const holders: readonly (readonly [held: string, holder: string, draft: (held: Resource) => object])[] = [
  ['states', 'orders/import', held => orderDraft({ state: id(held, 'state') } as never)],
  ['states', 'states', held => stateDraft({ transitions: [id(held, 'state')] } as never)],
  ['stores', 'orders/import', held => orderDraft({ store: { typeId: 'store', key: held.key } } as never)],
  [
    'channels',
    'orders/import',
    held =>
      orderDraft({
        lineItems: [
          {
            name: { en: 'x' },
            variant: { sku: 'x' },
            quantity: 1,
            price: { value: money(1) },
            supplyChannel: id(held, 'channel'),
          },
        ],
      } as never),
  ],
  ['channels', 'stores', held => ({ key: newKey('store'), supplyChannels: [id(held, 'channel')] })],
  ['customer-groups', 'orders/import', held => orderDraft({ customerGroup: id(held, 'customer-group') } as never)],
  ['payments', 'orders/import', held => orderDraft({ paymentInfo: { payments: [id(held, 'payment')] } } as never)],
  ['types', 'orders/import', held => orderDraft({ custom: { type: id(held, 'type') } } as never)],
  ['types', 'channels', held => ({ key: newKey('channel'), custom: { type: id(held, 'type') } })],
  ['types', 'stores', held => ({ key: newKey('store'), custom: { type: id(held, 'type') } })],
  ['types', 'payments', held => ({ amountPlanned: money(1), custom: { type: id(held, 'type') } })],
  ['types', 'customer-groups', held => ({ groupName: newKey('group'), custom: { type: id(held, 'type') } })],
];

const remove = (api: string, { id: value, version }: Resource) =>
  http.send('DELETE', `${base}/${api}/${value}?version=${version}`);

for (const [held, holder, draft] of holders)
  test(`refuses to delete ${held} while ${holder} refers to it (ERR027)`, async t => {
    const target = await make[held]!();
    const other = await createIn(holder, draft(target));
    assertError(t, await remove(held, target), 'ReferenceExists');
    t.equal((await remove(holder.replace('/import', ''), other)).status, 200);
    t.equal((await remove(held, target)).status, 200);
  });
