import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import { channelWithRole } from '../../shared/channelWithRole.js';
import type { Channel } from '../../channel/members.js';
import { Optional } from '../../../schema/primitives.js';
import { type Identifier, ResourceIdentifier } from '../../../schema/reference.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem, replaceItem } from '../../shared/items.js';

/** Sets or removes a channel of a line item; the channel must have the role. */
const setChannel = (field: 'distributionChannel' | 'supplyChannel', role: Channel['roles'][number]): Action<Cart> =>
  action(
    { ...itemNames('lineItem'), [field]: Optional(ResourceIdentifier('channel', { load: true })) },
    (cart: Cart, payload, context) => {
      const { [field]: given, ...names } = payload as unknown as { readonly [name in typeof field]?: Identifier };
      const item = findItem(cart, 'lineItem', names, 'cart');
      const channel = given && channelWithRole(given, role, context);
      return sameValue(item[field], channel)
        ? unchanged
        : { set: replaceItem(cart, 'lineItem', item, { ...item, [field]: channel }) };
    },
  );

export const setLineItemDistributionChannel = setChannel('distributionChannel', 'ProductDistribution');

export const setLineItemSupplyChannel = setChannel('supplyChannel', 'InventorySupply');
