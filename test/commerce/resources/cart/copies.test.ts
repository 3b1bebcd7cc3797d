/**
 * Attacks by copies: a merchant gives a cart all values that buyers cannot set, and a buyer copies it in every way, in
 * walks with fixed seeds. Each cart that the merchant did not change must be one that the buyer could have made from a
 * draft at `/me`.
 */
import type { Cart } from '@commercetools/platform-sdk';
import { required } from '../../../../src/base/errors/ApiError.js';
import { createType, money, newKey, referenceTo } from '../../../support/drafts.js';
import { rounds } from '../../../support/rounds.js';
import { test } from '../../../support/tap.js';
import { type Gift, startWalk } from './copyWalk.js';
import { startCarts } from './startCarts.js';
import { giftDraft, giftsOf, merchantOnly, myNames, withoutGift } from './merchantGifts.js';

const shop = await startCarts();
const { createIn } = shop;
const group = referenceTo('customer-group', await createIn('customer-groups', { groupName: newKey('group') }));
const policy = referenceTo(
  'recurrence-policy',
  await createIn('recurrence-policies', {
    key: newKey('policy'),
    schedule: { type: 'standard', value: 2, intervalUnit: 'Weeks' },
  }),
);
const type = referenceTo(
  'type',
  await createType(createIn, ['order', 'custom-line-item', 'address', 'shipping', 'line-item']),
);
const prices = [
  { value: money(2_500) },
  { value: money(100), customerGroup: group },
  { value: money(2_400), recurrencePolicy: policy },
];
const [first, second] = [await shop.product(prices), await shop.product(prices)];
const parcel = referenceTo('shipping-method', await shop.method());
const references = { sku: first.sku, type, group, policy };
const gifts = giftsOf(references);

test('the attacks cover all values that only a merchant may give', async t => {
  const given = Object.values(gifts)
    .flat()
    .map(({ action }: { action?: string }) => action);
  t.same(
    merchantOnly.actions.filter(name => !given.includes(name) && !withoutGift.includes(name)),
    [],
  );
  const { lineItems, ...members } = giftDraft(references);
  t.same(
    Object.keys(members)
      .filter(name => !myNames.cart.includes(name))
      .sort(),
    merchantOnly.cart.filter(name => name !== 'customerId' && name !== 'anonymousId'),
  );
  const names = new Set((lineItems as object[]).flatMap(item => Object.keys(item)));
  t.same(
    merchantOnly.lineItem.filter(name => !names.has(name)),
    [],
  );
});

type Line = Cart['lineItems'][number];

/** Returns a draft at `/me` for a cart like this one. */
const draftOf = (cart: Cart) => {
  const item = (line: Line) => ({
    ...Object.fromEntries(myNames.lineItem.map(name => [name, line[name as keyof Line]])),
    sku: undefined,
    variantId: line.variant.id,
    shippingDetails: line.shippingDetails && { targets: line.shippingDetails.targets },
  });
  return {
    ...Object.fromEntries(myNames.cart.map(name => [name, cart[name as keyof Cart]])),
    currency: cart.totalPrice.currencyCode,
    shippingMethod: cart.shippingInfo?.shippingMethod,
    discountCodes: undefined,
    lineItems: cart.lineItems.map(item),
  };
};

/** Members that differ between two carts that were made in the same way. */
const individual = ['id', 'version', 'createdAt', 'lastModifiedAt', 'createdBy', 'lastModifiedBy', 'addedAt'];

const comparable = <T extends object>(resource: T) =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !individual.includes(name)));

const comparableCart = (cart: Cart) => ({ ...comparable(cart), lineItems: cart.lineItems.map(comparable) });

const walkLength = rounds(100, 8);
const storeKey = newKey('store');
await createIn('stores', { key: storeKey });
const begin = [
  'visit',
  'replicate',
  'replicate by GraphQL',
  'order',
  'replicate',
  'sign in',
  'shop',
  'visit',
  'sign in',
] as const;

test('no requests of a buyer bring merchant-only values into a cart that the merchant did not make', async t => {
  const compared = new Set<string>();
  const all: Readonly<Record<string, Gift>> = {
    ...Object.fromEntries(
      Object.keys(gifts).map(name => [name, { actions: () => required(giftsOf(references)[name], name) }]),
    ),
    draft: { draft: () => giftDraft(references) },
  };
  for (const [at, [name, gift]] of Object.entries(all).entries()) {
    const { pick, steps, twins } = await startWalk({
      shop,
      gift,
      seed: at,
      cart: { shippingMethod: parcel },
      skus: [first.sku, second.sku],
      storeKey: at % 2 === 0 ? undefined : storeKey,
    });
    const names = Object.keys(steps) as (keyof typeof steps)[];
    const walk = [...begin, ...Array.from({ length: walkLength }, () => pick(names))];
    for (const [place, step] of walk.entries()) {
      const title = `${name}: ${walk.slice(0, place + 1).join(', ')}`;
      try {
        await steps[step]();
        for (const [cart, twin] of await twins(draftOf)) {
          compared.add(step);
          t.same(comparableCart(cart), comparableCart(twin), title);
        }
      } catch (error) {
        throw new Error(title, { cause: error });
      }
    }
  }
  for (const step of ['replicate', 'replicate by GraphQL', 'sign in']) t.ok(compared.has(step), step);
});
