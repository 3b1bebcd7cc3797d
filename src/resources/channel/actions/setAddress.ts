import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { AddressDraft } from '../../../schema/address.js';
import { Optional } from '../../../schema/primitives.js';
import { addressOf } from '../../shared/addressOf.js';
import type { Channel } from '../members.js';

export const setAddress: Action<Channel> = action(
  { address: Optional(AddressDraft) },
  (channel: Channel, { address: given }, context) => {
    const address = addressOf(given, context);
    return sameValue(channel.address, address) ? unchanged : { set: { address } };
  },
);
