import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { createIn } from '../../support/createSample.js';
import { cartDiscountDraft, categoryDraft, productTypeDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { openShop } from '../../support/shop.js';
import type { Shop } from './startShop.js';
import type { Task } from './Task.js';

const role = 'merchandiser';

const createCategory = (shop: Shop) => createIn(shop, 'categories', categoryDraft({ name: { en: 'Jackets' } }));

const createDiscount = (shop: Shop, name: string, sortOrder: string, changes: object = {}) =>
  createIn(shop, 'cart-discounts', cartDiscountDraft({ name: { en: name }, sortOrder, isActive: true, ...changes }));

const namesInOrder = async (shop: Shop): Promise<readonly string[]> => {
  const { results } = (await shop.read('cart-discounts?sort=sortOrder%20desc')) as {
    results: readonly { name: { en: string } }[];
  };
  return results.map(({ name }) => name.en);
};

const moved = (page: Page, said: string): Promise<void> => page.getByText(said).waitFor({ state: 'attached' });

export const campaignTasks: readonly Task[] = [
  {
    name: 'plan-a-discount-with-a-code',
    path: 'orders',
    role,
    clicks: 9,
    run: async ({ t, page, shop }) => {
      const category = await createCategory(shop);
      await page.getByRole('link', { name: 'Cart discounts', exact: true }).click();
      await page.getByRole('link', { name: 'Create' }).click();
      await page.getByLabel('Name').fill('Ten off jackets');
      await page.getByRole('textbox', { name: 'Percent' }).click();
      await page.keyboard.type('10');
      await page.getByRole('textbox', { name: 'Categories' }).click();
      await page.getByRole('option', { name: 'Jackets' }).click();
      await page.getByRole('button', { name: 'Next week', exact: true }).click();
      await page.getByLabel('Code').click();
      await page.keyboard.type('JACKETS10');
      const sentence = page.getByText(/^10% off Jackets from .* until .* with the code JACKETS10$/);
      await sentence.waitFor();
      await page.getByRole('button', { name: 'Create the discount' }).click();
      await page.getByText('Planned', { exact: true }).waitFor();
      const { results } = (await shop.read('cart-discounts')) as { results: readonly Record<string, unknown>[] };
      const [discount] = results;
      matchWhole(t, discount ?? {}, {
        value: { type: 'relative', permyriad: 1_000 },
        target: { predicate: `categoriesWithAncestors.id = "${category.id}"` },
        requiresDiscountCode: true,
      });
      const { validFrom, validUntil } = discount as { validFrom: string; validUntil: string };
      t.equal(Date.parse(validUntil) - Date.parse(validFrom), 7 * 24 * 3_600_000);
      t.equal(new Date(validFrom).getUTCDay(), 1);
      matchWhole(t, await shop.read('discount-codes'), {
        results: [{ code: 'JACKETS10', cartDiscounts: [{ typeId: 'cart-discount', id: discount?.id }] }],
      });
    },
  },
  {
    name: 'plan-a-gift-and-three-for-two',
    path: 'cart-discounts/create',
    role,
    run: async ({ t, page, shop }) => {
      const { product } = await openShop({ createIn: (path, draft) => createIn(shop, path, draft) });
      await product('CAP-1', 900, { name: { en: 'Cap' } });
      await page.getByLabel('Name').fill('Three for two');
      for (const [template, sentence] of [
        ['20% off in the shop', '20% off everything'],
        ['10% off with a code', '10% off everything with the code SAVE10'],
        ['Free shipping from an amount', '100% off shipping from €50.00'],
        ['Three for two', '100% off the cheapest of each 3 of everything'],
      ] as const) {
        await page.getByRole('button', { name: template }).click();
        await page.getByText(sentence, { exact: true }).waitFor();
      }
      await page.getByLabel('At most … times in a cart').fill('2');
      await page.getByText('100% off the cheapest of each 3 of everything at most 2 times').waitFor();
      await page.getByRole('button', { name: 'Create the discount' }).click();
      await page.getByText('Running', { exact: true }).waitFor();
      // A fixed price of the whole cart does not exist: the target changes with the value, back and forth.
      await page.getByText('Taken off').waitFor();
      await page.getByText('The whole cart', { exact: true }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('100% off the whole cart').waitFor();
      await page.getByText('Fixed price', { exact: true }).click();
      await page.getByLabel('Amount in EUR').fill('5');
      await page.getByText('everything for €5.00 each').waitFor();
      await Promise.all([
        page.waitForResponse(response => response.request().method() === 'POST' && response.ok()),
        page.getByRole('button', { name: 'Save', exact: true }).click(),
      ]);
      await page.goto(new URL('cart-discounts/create', page.url().replace(/cart-discounts.*/, '')).href);
      await page.getByLabel('Name').fill('A cap from 50');
      await page.getByRole('button', { name: 'A gift from an amount' }).click();
      await page.getByRole('textbox', { name: 'Gift', exact: true }).click();
      await page.getByRole('option', { name: 'Cap' }).click();
      await page.getByLabel('From a total of (EUR)').fill('50');
      await page.getByText('Cap as a gift from €50.00').waitFor();
      await page.getByRole('button', { name: 'Create the discount' }).click();
      await page.getByText('The gift of a discount cannot be changed.').waitFor();
      matchWhole(t, await shop.read('cart-discounts?sort=sortOrder%20asc'), {
        results: [
          {
            value: { type: 'fixed', money: [{ centAmount: 500 }] },
            target: { type: 'lineItems', predicate: '1 = 1' },
          },
          {
            value: { type: 'giftLineItem', product: { typeId: 'product' }, variantId: 1 },
            target: undefined,
            cartPredicate: 'totalPrice >= "50.00 EUR"',
          },
        ],
      });
    },
  },
  {
    name: 'order-discounts',
    path: 'cart-discounts/order',
    role,
    run: async ({ t, page, shop }) => {
      await createDiscount(shop, 'First', '0.9');
      await createDiscount(shop, 'Second', '0.8');
      const { id } = await createCategory(shop);
      const units = (predicate: string, count: number) => ({
        type: 'CountOnLineItemUnits',
        predicate,
        minCount: count,
        maxCount: count,
      });
      await createDiscount(shop, 'Third', '0.7', {
        value: { type: 'relative', permyriad: 5_000 },
        target: {
          type: 'pattern',
          triggerPattern: [units(`categories.id = "${id}"`, 2)],
          targetPattern: [units('sku = "CAP"', 1)],
          selectionMode: 'Cheapest',
          maxOccurrence: 3,
        },
      });
      await page.reload();
      const pattern =
        '1 × items where sku = "CAP" for each 2 × Jackets in the cart, the cheapest first, at most 3 times';
      await page.getByText(`50% off ${pattern}`, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Move Third up' }).focus();
      await page.keyboard.press('Enter');
      await moved(page, 'Third is number 2 now.');
      t.same(await namesInOrder(shop), ['First', 'Third', 'Second']);
      await page.getByRole('row', { name: /First/ }).dragTo(page.getByRole('row', { name: /Second/ }));
      await moved(page, 'First is number 3 now.');
      t.same(await namesInOrder(shop), ['Third', 'Second', 'First']);
    },
  },
  {
    name: 'end-a-discount',
    path: 'cart-discounts',
    role,
    clicks: 2,
    prepare: async shop => {
      const values = [{ key: 'y', label: { en: 'North Peak' } }];
      const brand = { name: 'brand', label: { en: 'Brand' }, type: { name: 'lenum', values }, isRequired: false };
      await createIn(shop, 'product-types', {
        ...productTypeDraft(),
        attributes: [{ ...brand, attributeConstraint: 'None' }],
      });
      const target = { type: 'lineItems', predicate: 'attributes.brand.key = "y"' };
      await createDiscount(shop, 'Brand week', '0.9', { value: { type: 'relative', permyriad: 500 }, target });
    },
    run: async ({ t, page, shop }) => {
      await page.getByText('5% off items with Brand “North Peak”').waitFor();
      await page.getByRole('link', { name: 'Brand week' }).click();
      await page.getByRole('button', { name: 'End it now' }).click();
      await page.getByText('Ended', { exact: true }).waitFor();
      const { results } = (await shop.read('cart-discounts')) as { results: readonly { validUntil: string }[] };
      t.ok(Date.parse(results[0]?.validUntil ?? '') <= Date.now());
    },
  },
  {
    name: 'create-a-lot-of-codes',
    path: 'cart-discounts',
    role,
    run: async ({ t, page, shop }) => {
      const { id } = await createDiscount(shop, 'Letter', '0.9', { requiresDiscountCode: true });
      await page.reload();
      await page.getByRole('link', { name: 'Letter' }).click();
      await page.getByRole('button', { name: 'Codes in a lot' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Begins with').fill('LETTER-');
      await dialog.getByLabel('Number of codes').fill('20');
      await dialog.getByLabel('Uses for each customer').fill('1');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Create 20 codes' }).click(),
      ]);
      await dialog.getByText('20 of 20 codes are created.').waitFor();
      const [, ...codes] = (await text(await file.createReadStream())).trim().split('\r\n');
      const { results, total } = (await shop.read('discount-codes?limit=20')) as {
        total: number;
        results: readonly { readonly code: string }[];
      };
      t.equal(total, 20);
      t.same(new Set(results.map(({ code }) => code)), new Set(codes));
      t.ok(codes.every(code => /^LETTER-[A-Z2-9]{8}$/.test(code)));
      matchWhole(t, results[0] ?? {}, {
        maxApplications: 1,
        maxApplicationsPerCustomer: 1,
        cartDiscounts: [{ typeId: 'cart-discount', id }],
      });
    },
  },
  {
    name: 'try-a-discount-with-a-cart',
    path: 'cart-discounts',
    role,
    run: async ({ page, shop }) => {
      const { product, cart } = await openShop({ createIn: (path, draft) => createIn(shop, path, draft) });
      await product('CHAIR-1', 2_500, { name: { en: 'Chair' } });
      await cart([['CHAIR-1', 2]], { key: 'tried' });
      await createDiscount(shop, 'Big carts', '0.9', {
        value: { type: 'relative', permyriad: 1_000 },
        cartPredicate: 'totalPrice >= "100.00 EUR"',
        target: { type: 'lineItems', predicate: '1 = 1' },
      });
      await page.reload();
      await page.getByRole('link', { name: 'Big carts' }).click();
      await page.getByText('10% off everything from €100.00', { exact: true }).waitFor();
      await page.getByRole('textbox', { name: 'Cart', exact: true }).click();
      await page.getByRole('option', { name: /tried/ }).click();
      await page.getByRole('button', { name: 'Try', exact: true }).click();
      await page.getByText('The cart does not meet the conditions of “Who”.').waitFor();
      await page.getByLabel('From a total of (EUR)').fill('40');
      await page.getByRole('button', { name: 'Try', exact: true }).click();
      await page.getByText('€5.00 off: €50.00 becomes €45.00.').waitFor();
    },
  },
];
