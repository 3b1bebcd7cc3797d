import { Snapshot } from '../../../engine/define/Message.js';
import { Key, Optional } from '../../../engine/schema/primitives.js';
import type { DiscountCode } from './members.js';

export const messages = {
  DiscountCodeCreated: { discountCode: Snapshot<DiscountCode>('discount-code') },
  DiscountCodeDeleted: {},
  DiscountCodeKeySet: { key: Optional(Key), oldKey: Optional(Key) },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly discountCode: typeof messages;
  }
}
