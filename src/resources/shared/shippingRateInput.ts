import type { Static } from '@sinclair/typebox';
import { fail } from '../../errors/ApiError.js';
import { IntegerFrom, LocalizedString, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';

const scoreMax = 1_000_000;
const Score = IntegerFrom(0, scoreMax);

export const ShippingRateInputDraft = Shape({
  type: OneOf(['Classification', 'Score']),
  key: Optional(Text),
  score: Optional(Score),
});

/** Selects a tier of a shipping rate, instead of the value of the cart. */
export const ShippingRateInput = Shape({
  type: OneOf(['Classification', 'Score']),
  key: Optional(Text),
  label: Optional(LocalizedString),
  score: Optional(Score),
});

type ShippingRateInput = Static<typeof ShippingRateInput>;

export const shippingRateInputOf = (
  draft: Static<typeof ShippingRateInputDraft> | undefined,
): ShippingRateInput | undefined => {
  if (draft === undefined) return undefined;
  const { type, key, score } = draft;
  if (type === 'Classification') {
    if (key === undefined)
      throw fail('RequiredField', { field: 'shippingRateInput.key', expected: 'the key of a classification' });
    return { type, key, label: {} };
  }
  if (score === undefined)
    throw fail('RequiredField', { field: 'shippingRateInput.score', expected: 'an integer from 0' });
  return { type, score };
};
