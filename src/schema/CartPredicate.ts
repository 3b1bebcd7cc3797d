import { Type } from './Type.js';

const predicateLengthMax = 10_000;

/** The text of a predicate about carts or their items; `pricing/cartPredicate.ts` compiles it. */
export const CartPredicate = Type.String({ minLength: 1, maxLength: predicateLengthMax });
