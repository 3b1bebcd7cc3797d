/** What the console says of a refused change: codes, names and SKUs, and no ids. */
import { type ErrorEntry, errorEntry } from '../../src/base/errors/ApiError.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { createProjectApi } from '../support/resourceApi.js';
import { openShop } from '../support/shop.js';
import { test } from '../support/tap.js';

const quayside = await startSharedConsole({ 'sam@example.com': 'support' });

const start = async () => {
  const project = await createProjectApi(quayside, await quayside.project());
  const create = (path: string, draft: object) => createIn(project, path, draft);
  const shop = await openShop({ createIn: create });
  const chair = await shop.product('CHAIR-1', 2_500, { name: { en: 'Chair', de: 'Stuhl' } });
  const method = await shop.shippingMethod(490, { name: 'Parcel' });
  const discount = await create('cart-discounts', {
    name: { en: 'Ten off' },
    value: { type: 'relative', permyriad: 1_000 },
    cartPredicate: '1 = 1',
    target: { type: 'lineItems', predicate: '1 = 1' },
    sortOrder: '0.5',
    requiresDiscountCode: true,
  });
  const code = await create('discount-codes', {
    code: 'TEN',
    cartDiscounts: [{ typeId: 'cart-discount', id: discount.id }],
    maxApplications: 1,
  });
  return { ...project, create, shop, chair, method, code };
};

test('an order that is refused names the code that was used up', { skip }, async t => {
  const { projectKey, create, shop } = await start();
  const carts = [];
  for (let count = 0; count < 2; count++) carts.push(await shop.cart([['CHAIR-1', 1]], { discountCodes: ['TEN'] }));
  const [first, second] = carts as [(typeof carts)[number], (typeof carts)[number]];
  await create('orders', { cart: { typeId: 'cart', id: first.id }, version: first.version });
  const { page } = await openConsolePage(t, quayside, 'sam@example.com', `/${projectKey}/carts/${second.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Create an order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create an order' }).click();
  t.equal(
    await dialog.getByRole('alert').innerText(),
    'Discount code “TEN”. Does not apply: it was used as often as it may be.',
  );
});

for (const [locale, button, expected] of [
  [
    'en-GB',
    'Calculate anew',
    [
      'Discount code “TEN”. Does not apply: it is not valid at this time.',
      'Discount code “NONE”. Does not apply: there is no such code.',
      'Not enough is in stock of: CHAIR-1.',
      'Prices, taxes or the shipping rate have changed since the cart was calculated. ' +
        '“Calculate anew” takes the present ones. Chair',
      '“Chair” (variant 1) has no price for this cart.',
      'The tax category “Standard” has no rate for the country US.',
      'Something that this refers to does not exist, or no longer: zone.',
      "The shipping method 'Parcel' has no rate in EUR for US.",
      "The discount code 'TEN' is not one of the cart's.",
      "The zone 'Europe' already has a shipping rate in EUR.",
      "The itemShippingAddress 'home' cannot be removed: the shipping details of the item 'Chair' refer to it.",
    ],
  ],
  [
    'de-DE',
    'Neu berechnen',
    [
      'Rabattcode „TEN“. Gilt nicht: Er ist zu dieser Zeit nicht gültig.',
      'Rabattcode „NONE“. Gilt nicht: Es gibt diesen Code nicht.',
      'Davon ist nicht genug auf Lager: CHAIR-1.',
      'Preise, Steuern oder Versandkosten haben sich geändert, seit der Warenkorb berechnet wurde. ' +
        '„Neu berechnen“ übernimmt die jetzigen. Stuhl',
      '„Stuhl“ (Variante 1) hat keinen Preis für diesen Warenkorb.',
      'Die Steuerkategorie „Standard“ hat keinen Satz für das Land US.',
      'Etwas, worauf sich das bezieht, gibt es nicht oder nicht mehr: Zone.',
    ],
  ],
] as const)
  test(`a refused change names no id (${locale})`, longForm, async t => {
    const { projectKey, shop, chair, code, method } = await start();
    const cart = await shop.cart([['CHAIR-1', 1]]);
    const [{ id: itemId }] = cart.lineItems as [{ id: string }];
    const gone = '00000000-0000-4000-8000-000000000000';
    const message = (text: string): ErrorEntry => errorEntry('InvalidOperation', { message: text });
    const errors = [
      errorEntry('DiscountCodeNonApplicable', {
        discountCode: 'TEN',
        dicountCodeId: code.id,
        identifier: code.id,
        reason: 'TimeRangeNonApplicable',
      }),
      errorEntry('DiscountCodeNonApplicable', { discountCode: 'NONE', identifier: 'NONE', reason: 'DoesNotExist' }),
      errorEntry('OutOfStock', { lineItems: [itemId], skus: ['CHAIR-1'] }),
      errorEntry('PriceChanged', { lineItems: [itemId], shipping: false }),
      errorEntry('MatchingPriceNotFound', { productId: chair.id, variantId: 1 }),
      errorEntry('MissingTaxRateForCountry', { taxCategoryId: shop.taxCategory.id, country: 'US' }),
      errorEntry('ReferencedResourceNotFound', { typeId: 'zone', id: gone, identifier: gone }),
      message(`The shipping method '${method.id}' has no rate in EUR for US.`),
      message(`The discount code '${code.id}' is not one of the cart's.`),
      message(`The zone '${shop.zone.id}' already has a shipping rate in EUR.`),
      message(
        `The itemShippingAddress 'home' cannot be removed: the shipping details of the item '${itemId}' refer to it.`,
      ),
    ];
    const path = `/${projectKey}/carts/${cart.id}`;
    const { page } = await openConsolePage(t, quayside, 'sam@example.com', path, { locale });
    const body = JSON.stringify({ statusCode: 400, message: errors[0]!.message, errors });
    await page.route(`**${path}`, route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, contentType: 'application/json', body })
        : route.fallback(),
    );
    await page.getByRole('button', { name: button, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: button, exact: true }).click();
    const lines = (await dialog.getByRole('alert').innerText()).split('\n');
    t.same(lines.slice(0, expected.length), expected);
    t.same(
      lines.filter(line => /[0-9a-f]{8}-/.test(line)),
      [],
    );
  });
