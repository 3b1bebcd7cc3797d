/** What decides between the tiers of a shipping rate, where the value of the cart does not. */
import type { Static } from '@sinclair/typebox';
import { LocalizedString, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';
import { Score } from '../cart/shippingRateInput.js';

export const ShippingRateInput = Shape({
  type: OneOf(['Classification', 'Score']),
  key: Optional(Text),
  label: Optional(LocalizedString),
  score: Optional(Score),
});

export type ShippingRateInput = Static<typeof ShippingRateInput>;
