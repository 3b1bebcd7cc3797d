/** The value of a discount on products, which differs from the values in prices and cart discounts. */
import { permyriadMax, predicateLengthMax } from './discount.js';
import type { Static } from '@sinclair/typebox';
import { IntegerFrom, List, OneOf, Optional, Shape } from '../../engine/schema/primitives.js';
import { Named } from '../../engine/schema/Named.js';
import { Type } from '../../engine/schema/Type.js';
import { Money, MoneyDraft } from './money.js';

/** Bounds the amounts of a discount: one for each currency. */
export const currenciesMax = 200;

const members = {
  type: OneOf(['relative', 'absolute', 'external']),
  permyriad: Optional(IntegerFrom(0, permyriadMax)),
};

export type ProductDiscountValue =
  | { readonly type: 'relative'; readonly permyriad: number }
  | { readonly type: 'absolute'; readonly money: readonly Money[] }
  | { readonly type: 'external' };

/** Takes a share or an amount off a price, or leaves its value to another service. */
export const ProductDiscountValue = Named(
  'ProductDiscountValue',
  Type.Unsafe<ProductDiscountValue>(Shape({ ...members, money: Optional(List(Money)) })),
);

export const ProductDiscountValueDraft = Named(
  'ProductDiscountValueDraft',
  Shape({ ...members, money: Optional(List(MoneyDraft, currenciesMax)) }),
  { input: 'ProductDiscountValueInput' },
);

export type ProductDiscountValueDraft = Static<typeof ProductDiscountValueDraft>;

/** The text of a predicate about products and their prices; `pricing/cartPredicate.ts` compiles it. */
export const ProductPredicate = Type.String({ minLength: 1, maxLength: predicateLengthMax });
