/** Channels of orders and of their items. */
import type { Channel } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { lineItemDraft, newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { create, update, refuse, refuseCreation, updateMessagesOf, createIn } = await startOrders();

const newChannel = (roles: string[] = []) => createIn<Channel>('channels', { key: newKey('channel'), roles });

const channelReference = ({ id }: { id: string }) => ({ typeId: 'channel' as const, id });

test('updateSyncInfo keeps one entry for each channel (OACT012, OACT013, OACT014)', async t => {
  const [first, second] = [await newChannel(), await newChannel()];
  const order = await update(await create(), {
    action: 'updateSyncInfo',
    channel: channelReference(first),
    externalId: 'X-1',
    syncedAt: '2026-01-02T03:04:05.000Z',
  });
  t.same(order.syncInfo, [
    { channel: channelReference(first), externalId: 'X-1', syncedAt: '2026-01-02T03:04:05.000Z' },
  ]);
  const both = await update(order, { action: 'updateSyncInfo', channel: { typeId: 'channel', key: second.key } });
  matchWhole(t, both.syncInfo, [
    { externalId: 'X-1' },
    { channel: channelReference(second), syncedAt: both.lastModifiedAt },
  ]);
  t.equal(
    (
      await update(both, {
        action: 'updateSyncInfo',
        channel: channelReference(second),
        syncedAt: both.syncInfo[1]!.syncedAt,
      })
    ).version,
    both.version,
    'an equal entry changes nothing',
  );
  matchWhole(
    t,
    await refuse(both, { action: 'updateSyncInfo', channel: { typeId: 'channel', id: `key=${first.key}` } }),
    {
      errors: [{ code: 'InvalidField', field: 'actions[0].channel.id', invalidValue: `key=${first.key}` }],
    },
  );
  const again = await update(both, { action: 'updateSyncInfo', channel: channelReference(first) });
  t.same(
    again.syncInfo.map(({ channel, externalId }) => [channel.id, externalId]),
    [
      [second.id, undefined],
      [first.id, undefined],
    ],
  );
  t.same(await updateMessagesOf(order), [], 'sends no message (OACT102)');
  matchWhole(t, await refuse(again, { action: 'updateSyncInfo', channel: { typeId: 'channel', id: 'nowhere' } }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'channel', id: 'nowhere' }],
  });
  matchWhole(t, await refuse(again, { action: 'updateSyncInfo' }), {
    errors: [{ code: 'RequiredField', field: 'actions[0].channel' }],
  });
});

test('channels of items need the matching role', async t => {
  const [supply, sale] = [await newChannel(['InventorySupply']), await newChannel(['ProductDistribution'])];
  const order = await create({
    lineItems: [
      lineItemDraft({ supplyChannel: channelReference(supply), distributionChannel: channelReference(sale) }),
    ],
  });
  matchWhole(t, order.lineItems[0], {
    supplyChannel: channelReference(supply),
    distributionChannel: channelReference(sale),
  });
  matchWhole(t, await refuseCreation({ lineItems: [lineItemDraft({ supplyChannel: channelReference(sale) })] }), {
    statusCode: 400,
    errors: [{ code: 'MissingRoleOnChannel', channel: channelReference(sale), missingRole: 'InventorySupply' }],
  });
  matchWhole(
    t,
    await refuseCreation({ lineItems: [lineItemDraft({ distributionChannel: channelReference(supply) })] }),
    {
      errors: [{ code: 'MissingRoleOnChannel', channel: channelReference(supply), missingRole: 'ProductDistribution' }],
    },
  );
});
