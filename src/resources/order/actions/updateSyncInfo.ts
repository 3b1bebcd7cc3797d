import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { DateTime, Optional, Text } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Order } from '../members.js';

/** Sets the sync info of a channel: an order has one entry for each channel (OACT012 to OACT014). */
export const updateSyncInfo: Action<Order> = action(
  { channel: ResourceIdentifier('channel'), externalId: Optional(Text), syncedAt: Optional(DateTime) },
  (order: Order, { channel, externalId, syncedAt }, context) => {
    const entry = { channel: context.reference('channel', channel), externalId, syncedAt: syncedAt ?? context.now };
    const others = order.syncInfo.filter(each => each.channel.id !== entry.channel.id);
    const syncInfo = [...others, entry];
    return sameValue(order.syncInfo, syncInfo) ? unchanged : { set: { syncInfo } };
  },
);
