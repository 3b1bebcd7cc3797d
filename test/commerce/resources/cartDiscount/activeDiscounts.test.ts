/** The number of discounts without a code that can be active, and the number of stores of a discount. */
import { keys } from '../../../../src/store/keys.js';
import { cartDiscountDraft, newKey } from '../../../support/drafts.js';
import { assertError } from '../../../support/refusal.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const { create, update, refuse, refuseCreation, createIn, resourcesAt, quayside, projectKey } =
  await startResourceApi('cart-discounts');
const draft = (members: object = {}) => cartDiscountDraft({ isActive: true, requiresDiscountCode: false, ...members });
const store = await createIn('stores', { key: newKey('store') });
const inStore = resourcesAt(`in-store/key=${String(store.key)}/cart-discounts`);

test('at most 500 discounts without a code are active (error.a1eba, error.c347f)', async t => {
  const { redis } = quayside.services;
  for (const [path, value] of [
    ['isActive', 'true'],
    ['requiresDiscountCode', 'false'],
  ] as const) {
    const index = keys.index(projectKey, 'cart-discount', path, value);
    await redis.zadd(index, ...Array.from({ length: 499 }, (_, at) => [at, `discount-${at}`]).flat());
  }
  const last = await create(draft());
  const message = 'Maximum number of active cart discounts reached (500).';
  for (const refusal of [await refuseCreation(draft()), await inStore.refuseCreation(draft())])
    assertError(t, refusal, 'MaxCartDiscountsReached', { message });
  const waiting = await create(draft({ isActive: false }));
  const activate = { action: 'changeIsActive', isActive: true };
  assertError(t, await refuse(waiting, activate), 'MaxCartDiscountsReached', { message });
  const coded = await create(draft({ requiresDiscountCode: true }));
  const uncode = { action: 'changeRequiresDiscountCode', requiresDiscountCode: false };
  assertError(t, await refuse(coded, uncode), 'MaxCartDiscountsReached', { message });
  await update(last, { action: 'setKey', key: newKey('last') }, { action: 'changeIsActive', isActive: false });
  t.equal((await update(waiting, activate)).isActive, true, 'another may take its place');
});

test('at most 100 discounts without a code are active for one store (error.7b3a9, error.406f3)', async t => {
  const { create: add, resourcesAt: at, createIn: make } = await startResourceApi('cart-discounts');
  const [full, other] = [await make('stores', { key: newKey('full') }), await make('stores', { key: newKey('other') })];
  const of = (...stores: readonly { readonly id: string }[]) => ({
    stores: stores.map(({ id }) => ({ typeId: 'store', id })),
  });
  const discounts = at('cart-discounts');
  const ofFull = await Promise.all(Array.from({ length: 100 }, () => add(draft(of(full)))));
  const coded = await add(draft({ ...of(full), requiresDiscountCode: true }));
  const elsewhere = await add(draft(of(other)));
  const refused = {
    stores: [{ typeId: 'store', key: full.key }],
    message: `Maximum number of active cart discounts reached for ${String(full.key)}.`,
  };
  const code = 'StoreCartDiscountsLimitReached';
  assertError(t, await discounts.refuseCreation(draft(of(full, other))), code, refused);
  const inFull = at(`in-store/key=${String(full.key)}/cart-discounts`);
  assertError(t, await inFull.refuseCreation(draft()), code, refused);
  const [fullStore, otherStore] = of(full, other).stores;
  for (const [discount, action] of [
    [elsewhere, { action: 'addStore', store: fullStore }],
    [elsewhere, { action: 'setStores', ...of(full) }],
    [coded, { action: 'changeRequiresDiscountCode', requiresDiscountCode: false }],
  ] as const)
    assertError(t, await discounts.refuse(discount, action), code, refused);
  await discounts.update(ofFull[0]!, { action: 'addStore', store: otherStore });
  await discounts.update(ofFull[1]!, { action: 'changeIsActive', isActive: false });
  await discounts.update(elsewhere, { action: 'addStore', store: fullStore });
});

test('no more than 500 stores by draft, addStore and setStores (error.406f3)', async t => {
  const made = await Promise.all(Array.from({ length: 500 }, () => createIn('stores', { key: newKey('store') })));
  const stores = [store, ...made].map(({ id }) => ({ typeId: 'store', id }));
  const full = await create(draft({ isActive: false, stores: stores.slice(1) }));
  for (const refusal of [
    await refuseCreation(draft({ stores })),
    await inStore.refuseCreation(draft({ stores })),
    await refuse(full, { action: 'addStore', store: stores[0] }),
    await refuse(full, { action: 'setStores', stores }),
  ])
    assertError(
      t,
      refusal,
      'MaxStoreReferencesReached',
      refusal.errors[0]?.actionIndex === 0 ? { actionIndex: 0 } : {},
    );
});
