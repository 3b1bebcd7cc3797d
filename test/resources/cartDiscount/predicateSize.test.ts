import { test } from '../../support/tap.js';
import { cartDiscountDraft } from '../../support/drafts.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { assertBadRequest } from '../../support/refusal.js';

const discounts = await startResourceApi('cart-discounts');

test('refuses an empty or too long cart predicate', async t => {
  assertBadRequest(
    t,
    await discounts.refuseCreation(cartDiscountDraft({ cartPredicate: `country = "${'x'.repeat(10_000)}"` })),
    'InvalidField',
    { field: 'cartPredicate' },
  );
  assertBadRequest(t, await discounts.refuseCreation(cartDiscountDraft({ cartPredicate: '' })), 'InvalidField', {
    field: 'cartPredicate',
  });
});
