/**
 * Threads keep the data that prices carts (src/engine/SharedReads.ts). An answered change is visible in each cart that
 * created or changed afterwards, on every server, while other carts are priced all the time.
 */
import type { Cart } from '@commercetools/platform-sdk';
import { germany, startShop } from '../../../support/cartShop.js';
import { money, newKey, productDiscountDraft, referenceTo } from '../../../support/drafts.js';
import { startOtherQuayside } from '../../../support/quayside.js';
import { createProjectApi, type Resource } from '../../../support/resourceApi.js';
import { rounds } from '../../../support/rounds.js';
import { test } from '../../../support/tap.js';

const shop = await startShop();
const { resourcesAt, credentials, createIn } = shop;
const other = (await createProjectApi(await startOtherQuayside(), credentials)).resourcesAt<Cart>('carts');
const here = shop.resourcesAt<Cart>('carts');
const servers = [here, other];
const products = resourcesAt('products');
const changesCount = rounds(8, 4);

const buying = (sku: string, changes: object = {}) => ({ currency: 'EUR', lineItems: [{ sku }], ...changes });
const taxedBuying = (sku: string) => buying(sku, { shippingAddress: germany });

interface Changing {
  /** A draft of the carts. */
  readonly draft: object;
  /** Makes a change that is different for each number from 1 on. */
  readonly change: (number: number) => Promise<unknown>;
  /** Returns the number of the latest change in the cart; 0 before the first change. */
  readonly shown: (cart: Cart) => number | undefined;
}

const priceOf = ({ lineItems: [item] }: Cart) => item?.price.value.centAmount;

/** Returns a function that updates the resource at its latest version. */
const following = (path: string, first: Resource) => {
  let now = first;
  return async (...actions: readonly object[]) => {
    now = await resourcesAt(path).update(now, ...actions);
  };
};

const cases: Readonly<Record<string, () => Promise<Changing>>> = {
  'the price of a product': async () => {
    const sold = await shop.product([{ value: money(1_000) }]);
    const update = following('products', sold);
    return {
      draft: buying(sold.sku),
      change: number =>
        update({ action: 'setPrices', variantId: 1, staged: false, prices: [{ value: money(1_000 + number) }] }),
      shown: cart => Number(priceOf(cart)) - 1_000,
    };
  },
  'a standalone price': async () => {
    const sold = await shop.product([], { priceMode: 'Standalone' });
    const update = following(
      'standalone-prices',
      await createIn('standalone-prices', { sku: sold.sku, value: money(1_000) }),
    );
    return {
      draft: buying(sold.sku),
      change: number => update({ action: 'changeValue', value: money(1_000 + number) }),
      shown: cart => Number(priceOf(cart)) - 1_000,
    };
  },
  'a discount on products': async () => {
    const sold = await shop.product([{ value: money(1_000) }]);
    const predicate = `product.id = "${sold.id}"`;
    const value = (centAmount: number) => ({ type: 'absolute', money: [money(centAmount)] });
    const discount = await createIn('product-discounts', productDiscountDraft({ predicate, value: value(100) }));
    const update = following('product-discounts', discount);
    return {
      draft: buying(sold.sku),
      change: number => update({ action: 'changeValue', value: value(100 + number) }),
      shown: ({ lineItems: [item] }) => 900 - Number(item?.price.discounted?.value.centAmount),
    };
  },
  'a discount on carts': async () => {
    const sold = await shop.product([{ value: money(1_000) }]);
    const value = (centAmount: number) => ({ type: 'absolute', money: [money(centAmount)] });
    const discount = await shop.discountFor({
      cartPredicate: `lineItemCount(sku = "${sold.sku}") > 0`,
      value: value(100),
    });
    const update = following('cart-discounts', discount);
    return {
      draft: buying(sold.sku),
      change: number => update({ action: 'changeValue', value: value(100 + number) }),
      shown: ({ totalPrice }) => 900 - totalPrice.centAmount,
    };
  },
  'a discount that is switched on and off': async () => {
    const sold = await shop.product([{ value: money(1_000) }]);
    const update = following(
      'cart-discounts',
      await shop.discountFor({ cartPredicate: `lineItemCount(sku = "${sold.sku}") > 0` }),
    );
    return {
      draft: buying(sold.sku),
      change: number => update({ action: 'changeIsActive', isActive: number % 2 === 0 }),
      shown: ({ totalPrice }) => (totalPrice.centAmount < 1_000 ? 0 : 1),
    };
  },
  'a tax rate': async () => {
    const rate = (number: number) => ({ name: 'VAT', amount: number / 1_000, includedInPrice: true, country: 'DE' });
    const taxCategory = await createIn('tax-categories', { name: newKey('rates'), rates: [rate(0)] });
    const sold = await shop.product([{ value: money(1_000) }], {
      taxCategory: referenceTo('tax-category', taxCategory),
    });
    let now = taxCategory as Resource & { readonly rates: readonly { readonly id: string }[] };
    return {
      draft: taxedBuying(sold.sku),
      change: async number => {
        const taxRateId = now.rates[0]!.id;
        now = (await resourcesAt('tax-categories').update(now, {
          action: 'replaceTaxRate',
          taxRateId,
          taxRate: rate(number),
        })) as typeof now;
      },
      shown: ({ lineItems: [item] }) => Math.round(Number(item?.taxRate?.amount) * 1_000),
    };
  },
  'a shipping rate': async () => {
    const sold = await shop.product([{ value: money(1_000) }]);
    const method = (await shop.method()) as Resource;
    const update = following('shipping-methods', method);
    const zone = referenceTo('zone', shop.zone);
    let rate: object = { price: money(500), freeAbove: money(10_000) };
    return {
      draft: { ...taxedBuying(sold.sku), shippingMethod: referenceTo('shipping-method', method) },
      change: async number => {
        const next = { price: money(500 + number) };
        await update(
          { action: 'removeShippingRate', zone, shippingRate: rate },
          { action: 'addShippingRate', zone, shippingRate: next },
        );
        rate = next;
      },
      shown: ({ shippingInfo }) => Number(shippingInfo?.price.centAmount) - 500,
    };
  },
  'a variant that is sold under another SKU': async () => {
    const sold = await shop.product([{ value: money(1_000) }]);
    const [first, second] = [sold, await shop.product([{ value: money(1_001) }])].map(each => ({ now: each }));
    const free = newKey('free');
    const move = async (holder: { now: Resource }, sku: string) => {
      holder.now = await products.update(holder.now, { action: 'setSku', variantId: 1, sku, staged: false });
    };
    let skus: [string, string] = [sold.sku, String(second!.now.sku)];
    return {
      draft: buying(sold.sku),
      change: async () => {
        await move(first!, free);
        await move(second!, skus[0]);
        await move(first!, skus[1]);
        skus = [skus[1], skus[0]];
      },
      shown: cart => Number(priceOf(cart)) - 1_000,
    };
  },
};

/** Prices carts on both servers until it is stopped, so that threads keep what they read. */
const priceAllTheTime = (draft: object) => {
  let isOn = true;
  const run = async (server: (typeof servers)[number]) => {
    while (isOn) await server.create(draft).catch(() => undefined);
  };
  const running = Promise.all(servers.map(run));
  return async () => {
    isOn = false;
    await running;
  };
};

for (const [title, start] of Object.entries(cases))
  test(`carts have ${title} as it was when their request was sent`, async t => {
    const { draft, change, shown } = await start();
    const carts = await Promise.all(servers.map(server => server.create(draft)));
    t.same(carts.map(shown), [0, 0]);
    const stop = priceAllTheTime(draft);
    const seen: (number | undefined)[][] = [];
    const expected: number[][] = [];
    try {
      for (let number = 1; number <= changesCount; number++) {
        await change(number);
        const created = await Promise.all(servers.map(server => server.create(draft)));
        const recalculated = await Promise.all(
          created.map((cart, at) => servers[at]!.update(cart, { action: 'recalculate' })),
        );
        seen.push([...created, ...recalculated].map(shown));
        expected.push(Array.from({ length: 4 }, () => number));
      }
    } finally {
      await stop();
    }
    const isSwitched = title.includes('switched') || title.includes('another SKU');
    t.same(seen, isSwitched ? expected.map(row => row.map(number => number % 2)) : expected);
  });

test('carts keep to limits of quantities from the answer to their change on', async t => {
  const { sku } = await shop.product([{ value: money(1_000) }]);
  const draft = buying(sku, { lineItems: [{ sku, quantity: 3 }] });
  await Promise.all(servers.map(server => server.create(draft)));
  const stop = priceAllTheTime(draft);
  const update = following('inventory', await createIn('inventory', { sku, quantityOnStock: 5 }));
  const refused: boolean[][] = [];
  try {
    for (let number = 0; number < changesCount; number++) {
      await update({
        action: 'setInventoryLimits',
        maxCartQuantity: number % 2 === 0 ? 2 : 3,
      });
      const answers = await Promise.allSettled(servers.map(server => server.create(draft)));
      refused.push(answers.map(({ status }) => status === 'rejected'));
    }
  } finally {
    await stop();
  }
  t.same(
    refused,
    refused.map((_, number) => servers.map(() => number % 2 === 0)),
  );
});
