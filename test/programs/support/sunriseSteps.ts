/** The steps of a buyer in the vendor's storefront; each continues after the previous one. */
import {
  type Step,
  addFromList,
  allNames,
  email,
  newPassword,
  openAll,
  password,
  signIn,
  signOut,
  textsOf,
  typeCode,
  waitForAccount,
  waitForArticles,
  waitForOtherProducts,
  waitForText,
  waitUntil,
} from './sunriseBuyer.js';
import { code, sale } from './sunriseShop.js';

const looking: readonly Step[] = [
  [
    'shows the categories on the first page',
    async (buyer, t) => {
      await buyer.page.goto(buyer.address);
      await buyer.page.waitForURL(/\/DE\/en/);
      await buyer.part('category-1st-level').first().waitFor();
      const { body } = await buyer.sdk
        .categories()
        .get({ queryArgs: { where: 'parent is not defined', sort: 'orderHint asc', limit: 10 } })
        .execute();
      const names = await textsOf(buyer, 'category-1st-level-link');
      t.strictSame(new Set(names), new Set(body.results.map(({ name }) => name.en!.toUpperCase())));
    },
  ],
  [
    'lists the products of a category',
    async (buyer, t) => {
      await buyer.press(buyer.part('category-1st-level-link').first());
      const shown = await waitForOtherProducts(buyer, []);
      const slug = /products\/([^/]+)/.exec(buyer.page.url())![1]!;
      const { body } = await buyer.sdk
        .categories()
        .get({ queryArgs: { where: `slug(en="${slug}")` } })
        .execute();
      const found = await buyer.sdk
        .productProjections()
        .search()
        .get({ queryArgs: { 'filter.query': `categories.id: subtree("${body.results[0]!.id}")`, limit: 500 } })
        .execute();
      const names = new Set(found.body.results.map(({ name }) => name.en));
      t.strictSame(
        shown.filter(name => !names.has(name)),
        [],
      );
      t.equal(shown.length, Math.min(names.size, buyer.isRest ? 12 : 10));
    },
  ],
  [
    'turns pages forth and back',
    async (buyer, t) => {
      const first = await openAll(buyer);
      await buyer.press(buyer.part('next-page-link'));
      const second = await waitForOtherProducts(buyer, first);
      await buyer.press(buyer.part('previous-page-link'));
      t.strictSame(await waitForOtherProducts(buyer, second), first);
    },
  ],
  [
    'shows the names in another language',
    async (buyer, t) => {
      const english = await openAll(buyer);
      await buyer.press(buyer.part('language-selector-dropdown').locator('ul a').nth(1));
      const german = await waitForOtherProducts(buyer, english);
      const names = new Map((await allNames(buyer)).map(({ en, de }) => [en, de]));
      t.strictSame(
        german,
        english.map(name => names.get(name)),
      );
    },
  ],
  [
    'shows the prices of another country in its currency',
    async buyer => {
      await buyer.press(buyer.part('country-selector-dropdown').locator('ul a').nth(1));
      await waitForText(buyer, '[data-test="product-list"]', /\$/);
    },
  ],
  [
    'finds products by words',
    async (buyer, t) => {
      const all = await openAll(buyer);
      const word = all[0]!.split(' ')[0]!;
      await buyer.press(buyer.page.locator('.dl-icon-search10').first());
      await buyer.page.locator('input[name=q]').fill(word);
      await buyer.press(buyer.page.locator('.search-content button'));
      const found = await waitForOtherProducts(buyer, all);
      t.match(found.join(), word);
    },
  ],
  [
    'shows the name of a discount on a price',
    async (buyer, t) => {
      await openAll(buyer);
      const flags = await textsOf(buyer, 'product-thumbnail-sale-flag');
      // The earlier version shows a fixed word.
      t.ok(flags.includes(buyer.isRest ? 'Sale' : sale.en.toUpperCase()), flags.join());
    },
  ],
  [
    'shows a product and its variants',
    async (buyer, t) => {
      const name = (await buyer.products())[0]!;
      await buyer.press(buyer.part('product-thumbnail-name').first());
      await waitForText(buyer, '[data-test="product-data"]', /€/);
      t.equal((await textsOf(buyer, 'product-name'))[0], name);
    },
  ],
];

const buying: readonly Step[] = [
  [
    'puts a product into the cart',
    async (buyer, t) => {
      await buyer.part('add-to-cart-amount').first().fill('2');
      await buyer.press(buyer.part('add-to-cart-button').first());
      await waitForArticles(buyer, 2);
      await waitUntil(async () => (await buyer.part('mini-cart-line-item').count()) === 1);
      t.match(await buyer.part('mini-cart-line-item').first().textContent(), /2\s+×/);
    },
  ],
  [
    'changes the quantity of a line item, whose price names its discount',
    async buyer => {
      await buyer.open('cart');
      await buyer.press(buyer.page.locator('.inc.qtybutton'));
      await waitForArticles(buyer, 3);
      if (!buyer.isRest) await waitForText(buyer, '[data-test="cart-line-item"]', new RegExp(sale.en, 'i'));
    },
  ],
  [
    'removes a line item',
    async buyer => {
      await addFromList(buyer, 4);
      await waitForArticles(buyer, 4);
      await buyer.open('cart');
      await waitUntil(async () => (await buyer.part('cart-line-item').count()) === 2);
      await buyer.press(buyer.part('cart-line-item-delete').last());
      await waitUntil(async () => (await buyer.part('cart-line-item').count()) === 1);
    },
  ],
];

const codes: readonly Step[] = [
  [
    'says that a code is unknown',
    async buyer => {
      await buyer.open('cart');
      await typeCode(buyer, 'UNKNOWN');
      await buyer.page.locator('.server-error').first().waitFor();
    },
  ],
  [
    'shows the code that was typed with its name, and lowers the total',
    async (buyer, t) => {
      const total = (): Promise<string> => buyer.part('cart-total-price').first().innerText();
      const before = await total();
      await typeCode(buyer, code.code);
      await waitUntil(async () => (await total()) !== before);
      if (buyer.mayManageOrders) await waitForText(buyer, '[data-test="discount-code-name"]', /BUYER10\s+\(/);
      t.ok(await total());
    },
  ],
  [
    'removes the code, and takes it again',
    async buyer => {
      if (!buyer.mayManageOrders) return;
      await buyer.press(buyer.part('remove-discount-button'));
      await waitUntil(async () => (await buyer.part('discount-code-name').count()) === 0);
      await typeCode(buyer, code.code);
      await waitForText(buyer, '[data-test="discount-code-name"]', /BUYER10\s+\(/);
    },
  ],
];

/** Only the earlier version has shopping lists. */
const lists: readonly Step[] = [
  [
    'puts a product on a shopping list',
    async buyer => {
      await openAll(buyer);
      await buyer.press(buyer.page.locator('.product-action a').first());
      const form = buyer.page.locator('.modal-body');
      await waitForText(buyer, '.modal-body', /€/);
      await buyer.press(form.locator('[data-test="add-to-cart-button"]'));
      await waitForText(buyer, '.header-component-wrap .count-style >> nth=1', /1/);
    },
  ],
  [
    'puts the item of the list into the cart, then the whole list',
    async (buyer, t) => {
      const before = await buyer.articles();
      await buyer.press(buyer.page.locator('.header-component-wrap .dl-icon-heart'));
      await buyer.press(buyer.page.getByText('My Shopping List').first());
      await buyer.part('shopping-list-line-item').first().waitFor();
      await buyer.press(buyer.page.getByText('Add item to cart'));
      await waitForArticles(buyer, before + 1);
      await buyer.press(buyer.page.locator('a', { hasText: /add .*to cart/i }).last());
      await waitForArticles(buyer, before + 2);
      t.equal(await buyer.part('shopping-list-line-item').count(), 1);
    },
  ],
];

const signingIn: readonly Step[] = [
  [
    'signs up, and keeps the cart',
    async buyer => {
      const before = await buyer.articles();
      await buyer.open('login');
      await buyer.fill('signup-form-', {
        firstname: 'Ada',
        lastname: 'Buyer',
        email,
        password,
        repeatpassword: password,
      });
      await buyer.part('signup-form-agreetoterms').check({ force: true });
      await buyer.press(buyer.part('signup-form-submit'));
      await waitForAccount(buyer, 'Ada');
      await waitForArticles(buyer, before);
    },
  ],
  [
    'signs out, and is refused with a wrong password',
    async buyer => {
      await signOut(buyer);
      await signIn(buyer, 'secret-9z');
      await buyer.page.locator('.server-error').first().waitFor();
    },
  ],
  [
    'signs in, and adds the cart of before to that of the account',
    async (buyer, t) => {
      await addFromList(buyer, 5);
      await waitForArticles(buyer, 1);
      await signIn(buyer, password);
      await waitForAccount(buyer, 'Ada');
      await waitUntil(async () => (await buyer.articles()) > 1);
      t.equal(await buyer.articles(), buyer.isRest ? 6 : 4);
    },
  ],
];

const address = { firstName: 'Ada', lastName: 'Buyer', streetName: 'Ring', postalCode: '10115', city: 'Berlin', email };
const otherAddress = { ...address, firstName: 'Bo', streetName: 'Gasse', postalCode: '80331', city: 'Munich' };

const ordering: readonly Step[] = [
  [
    'offers the shipping methods, and adds the price of the one that is chosen',
    async (buyer, t) => {
      await buyer.open('checkout');
      const { body } = await buyer.sdk
        .shippingMethods()
        .matchingLocation()
        .get({ queryArgs: { country: 'DE' } })
        .execute();
      const methods = buyer.part('checkout-form-shipping-method-name');
      await methods.nth(body.results.length - 1).waitFor();
      const names = (await methods.allTextContents()).map(text => text.replace(/[\d.,]+\s*€\s*$/, '').trim());
      t.strictSame(new Set(names), new Set(body.results.map(({ name }) => name)));
      // The page chooses the default method by itself.
      await buyer.settled();
      const total = buyer.page.locator('.order-total');
      const before = await total.innerText();
      await buyer.press(buyer.page.locator('input[name=shipping_method]:not(:checked)').first());
      await waitUntil(async () => (await total.innerText()) !== before);
    },
  ],
  [
    'orders with an address for the bill and one for the parcel',
    async buyer => {
      await buyer.fill('address-form-', address);
      await buyer.settled();
      await buyer.press(buyer.part('other-shipping-address'));
      const parcel = buyer.part('alt-shipping-address');
      await parcel.waitFor();
      await buyer.fill('address-form-', otherAddress, parcel);
      if (!buyer.isRest) await buyer.press(buyer.page.locator('#paypal'));
      await buyer.press(buyer.part('place-order'));
      await buyer.page.locator('.order-complete').waitFor();
      await waitForArticles(buyer, 0);
    },
  ],
  [
    'lists the order, and shows it with addresses, shipping method and code',
    async (buyer, t) => {
      await buyer.open('user/orders');
      await buyer.part('order-list').first().waitFor();
      t.equal(await buyer.part('order-list').count(), 1);
      await buyer.press(buyer.part('view-order-btn').first());
      await buyer.part('summary-shipping-address').waitFor();
      const ID = /order\/([^/?]+)/.exec(buyer.page.url())![1]!;
      const { body } = await buyer.sdk.orders().withId({ ID }).get().execute();
      const method = body.shippingInfo!.shippingMethodName;
      const text = await buyer.page.locator('.myaccount-content').innerText();
      for (const part of ['Gasse', '80331, Munich (DE)', 'Ring', '10115, Berlin (DE)', `${method} -`, code.name.en])
        t.ok(text.includes(part), `${part} in ${text}`);
    },
  ],
  [
    'returns an item of the order',
    async buyer => {
      await buyer.press(buyer.part('return-button'));
      await buyer.press(buyer.part('line-item-checkbox').first());
      await buyer.press(buyer.part('return-submit'));
      if (!buyer.isRest) {
        await buyer.page.waitForURL(/\/user\/order\//);
        await waitUntil(async () => (await buyer.page.locator('.myaccount-content table').count()) === 2);
      } else if (buyer.mayManageOrders) await buyer.page.locator('.return-modal').waitFor();
    },
  ],
];

const account: readonly Step[] = [
  [
    'changes the name of the account',
    async buyer => {
      await buyer.open('user/account');
      const field = buyer.page.locator('.account-details-form input').first();
      await waitUntil(async () => (await field.inputValue()) === 'Ada');
      await field.fill('Eva');
      await buyer.press(buyer.page.locator('.account-details-form button'));
      await waitUntil(async () => {
        const { body } = await buyer.sdk
          .customers()
          .get({ queryArgs: { where: `email = "${email}"` } })
          .execute();
        return body.results[0]!.firstName === 'Eva';
      });
      await buyer.open('user/dashboard');
      await waitForAccount(buyer, 'Eva');
    },
  ],
  [
    'changes the password, and signs in with the new one alone',
    async buyer => {
      await buyer.press(buyer.part('change-password-button'));
      await buyer.fill('change-password-form-', {
        currentpassword: password,
        newpassword: newPassword,
        newpasswordconfirm: newPassword,
      });
      await buyer.press(buyer.part('change-password-submit'));
      await waitUntil(async () => {
        const { body } = await buyer.sdk
          .customers()
          .get({ queryArgs: { where: `email = "${email}"` } })
          .execute();
        const login = { email, password: newPassword };
        return (
          body.results.length === 1 &&
          buyer.sdk
            .login()
            .post({ body: login })
            .execute()
            .then(
              () => true,
              () => false,
            )
        );
      });
      await buyer.open('user/dashboard');
      await signOut(buyer);
      await signIn(buyer, password);
      await buyer.page.locator('.server-error').first().waitFor();
      await signIn(buyer, newPassword);
      await waitForAccount(buyer, 'Eva');
    },
  ],
];

/** Returns all steps; only the earlier version has shopping lists. */
export const purchase = (isRest: boolean): readonly Step[] => [
  ...looking,
  ...buying,
  ...codes,
  ...(isRest ? lists : []),
  ...signingIn,
  ...ordering,
  ...account,
];
