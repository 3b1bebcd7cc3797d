import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Optional } from '../../../schema/primitives.js';
import { channelWithRole } from '../../shared/channelWithRole.js';
import { ChannelIdentifier, type InventoryEntry } from '../members.js';

export const setSupplyChannel: Action<InventoryEntry> = action(
  { supplyChannel: Optional(ChannelIdentifier) },
  (entry: InventoryEntry, { supplyChannel: identifier }, context) => {
    const supplyChannel = identifier && channelWithRole(identifier, 'InventorySupply', context);
    return sameValue(entry.supplyChannel, supplyChannel) ? unchanged : { set: { supplyChannel } };
  },
);
