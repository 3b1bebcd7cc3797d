/** Declarations of resource types that the compiler refuses; `npm run lint` compiles this file. */
import type { EveryMember } from '../../../src/engine/define/Base.js';
import { Reference, ResourceIdentifier } from '../../../src/engine/schema/reference.js';
import { CustomFields } from '../../../src/engine/schema/customFields.js';
import { resourceCustomFields } from '../../../src/commerce/resources/shared/customFieldActions.js';
import { action, set } from '../../../src/engine/define/actions.js';
import { Optional, Shape, Text } from '../../../src/engine/schema/primitives.js';
import type { Order } from '../../../src/commerce/resources/order/members.js';
import type { Zone } from '../../../src/commerce/resources/zone.js';

export const shapes = [
  Reference('zone'),
  // @ts-expect-error There is no such resource type.
  Reference('nota'),
  // @ts-expect-error There is no such resource type.
  ResourceIdentifier('nota'),
  // @ts-expect-error Nothing of that name has custom fields.
  Shape({ custom: CustomFields }, { customFieldHolders: { custom: 'nota' } }),
  // @ts-expect-error Nothing of that name has custom fields.
  resourceCustomFields('nota'),
];

export const members: readonly EveryMember<Zone>[] = [
  { key: undefined, name: 'Europe', description: undefined, locations: [] },
  // @ts-expect-error The optional member `description` is forgotten.
  { key: 'eu', name: 'Europe', locations: [] },
];

const member = { purchaseOrderNumber: Optional(Text) };
const type = 'OrderPurchaseOrderNumberSet';

export const actions = [
  action(member, ({ purchaseOrderNumber: oldPurchaseOrderNumber }: Order, { purchaseOrderNumber }) => ({
    set: { purchaseOrderNumber },
    messages: [{ type, purchaseOrderNumber, oldPurchaseOrderNumber }],
  })),
  // @ts-expect-error Orders have no such member.
  action(member, (_: Order, { purchaseOrderNumber: note }) => ({ set: { note } })),
  // @ts-expect-error The member has values of another type.
  action(member, (order: Order) => ({ set: { purchaseOrderNumber: order.version } })),
  // @ts-expect-error There is no such message.
  action(member, (order: Order) => ({ set: order, messages: [{ type: 'OrderNoteSet' }] })),
  // @ts-expect-error The old value is forgotten.
  action(member, (_: Order, { purchaseOrderNumber }) => ({ set: {}, messages: [{ type, purchaseOrderNumber }] })),
  // @ts-expect-error The old value is forgotten.
  set<Order>('purchaseOrderNumber', Text, (_, purchaseOrderNumber) => ({ type, purchaseOrderNumber })),
];
