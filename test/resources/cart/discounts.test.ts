/** Cart discounts on items, shipping and the total. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { cost } from './amounts.js';
import { customItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';

const shop = await startPricing();
const { createIn, create, update, change, discount } = shop;

test('applies relative, absolute and fixed discounts to items, shipping and the total in order', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const { sku } = await shop.product([{ value: money(1_000) }]);
  const cart = await create({
    purchaseOrderNumber: 'none',
    shippingAddress: germany,
    lineItems: [{ sku, quantity: 3 }],
    customLineItems: [customItem({ money: money(500) })],
    shippingMethod: referenceTo('shipping-method', await shop.method()),
  });
  matchWhole(t, cart, cost(4_000));
  const on = (type: string, predicate?: string) => ({ type, predicate });
  const [tenth, two] = await Promise.all([
    discount(purchaseOrderNumber, {
      sortOrder: '0.91',
      value: { type: 'relative', permyriad: 1_000 },
      target: on('lineItems', `sku = "${sku}"`),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.92',
      value: { type: 'absolute', money: [money(200)] },
      target: on('lineItems', 'true'),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.93',
      value: { type: 'fixed', money: [money(100)] },
      target: on('customLineItems', 'money > "1.00 EUR"'),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.94',
      value: { type: 'relative', permyriad: 5_000 },
      target: on('shipping'),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.95',
      value: { type: 'absolute', money: [money(20)] },
      target: on('totalPrice'),
    }),
    discount(purchaseOrderNumber, { sortOrder: '0.96', isActive: false }),
    discount(purchaseOrderNumber, { sortOrder: '0.97', validUntil: '2020-01-01T00:00:00Z' }),
    discount(purchaseOrderNumber, { sortOrder: '0.98', requiresDiscountCode: true }),
  ]);
  let sold = await update(cart, { action: 'setPurchaseOrderNumber', purchaseOrderNumber });
  matchWhole(
    t,
    sold,
    {
      lineItems: [
        {
          totalPrice: { centAmount: 2_160 },
          discountedPricePerQuantity: [
            {
              quantity: 3,
              discountedPrice: {
                value: { centAmount: 720 },
                includedDiscounts: [
                  { discount: referenceTo('cart-discount', two), discountedAmount: { centAmount: 200 } },
                  { discount: referenceTo('cart-discount', tenth), discountedAmount: { centAmount: 80 } },
                ],
              },
            },
          ],
        },
      ],
      customLineItems: [{ totalPrice: { centAmount: 100 } }],
      shippingInfo: { price: { centAmount: 500 }, discountedPrice: { value: { centAmount: 250 } } },
      discountOnTotalPrice: { discountedAmount: { centAmount: 20 } },
      ...cost(2_160 + 100 + 250 - 20),
    },
    'a changed member takes part in predicates at once',
  );
  await change('cart-discounts', two, { action: 'changeStackingMode', stackingMode: 'StopAfterThisDiscount' });
  sold = await update(sold, { action: 'recalculate' });
  matchWhole(
    t,
    sold.lineItems[0]!.discountedPricePerQuantity,
    [
      {
        discountedPrice: {
          value: { centAmount: 800 },
          includedDiscounts: [{ discount: referenceTo('cart-discount', two) }],
        },
      },
    ],
    'later discounts do not apply',
  );
  matchWhole(t, await update(sold, { action: 'setPurchaseOrderNumber' }), {
    lineItems: [{ discountedPricePerQuantity: [] }],
    ...cost(4_000),
  });

  const cheap = newOrderNumber();
  await discount(cheap, {
    value: { type: 'fixed', money: [{ type: 'centPrecision', ...money(250) }] },
    target: {
      type: 'multiBuyLineItems',
      predicate: 'true',
      triggerQuantity: 3,
      discountedQuantity: 1,
      selectionMode: 'Cheapest',
      maxOccurrence: 2,
    },
  });
  const buy = await create({ purchaseOrderNumber: cheap, lineItems: [{ sku, quantity: 10 }] });
  matchWhole(t, buy, {
    lineItems: [
      {
        discountedPricePerQuantity: [
          { quantity: 2, discountedPrice: { value: { centAmount: 250 } } },
          { quantity: 8, discountedPrice: { value: { centAmount: 1_000 }, includedDiscounts: [] } },
        ],
      },
    ],
    ...cost(8_500),
  });
  const spread = newOrderNumber();
  await discount(spread, {
    value: { type: 'absolute', money: [money(100)], applicationMode: 'ProportionateDistribution' },
    target: on('lineItems', 'true'),
  });
  const three = await create({ purchaseOrderNumber: spread, lineItems: [{ sku, quantity: 3 }] });
  matchWhole(t, three, {
    lineItems: [
      {
        discountedPricePerQuantity: [
          { quantity: 1, discountedPrice: { value: { centAmount: 966 } } },
          { quantity: 2, discountedPrice: { value: { centAmount: 967 } } },
        ],
      },
    ],
    ...cost(2_900),
  });
  const store = await createIn('stores', { key: newKey('store') });
  const there = newOrderNumber();
  await discount(there, {
    stores: [{ typeId: 'store', key: store.key }],
    value: { type: 'relative', permyriad: 5_000 },
    target: on('totalPrice'),
  });
  matchWhole(t, await create({ purchaseOrderNumber: there, lineItems: [{ sku }] }), cost(1_000));
  matchWhole(
    t,
    await create({ purchaseOrderNumber: there, lineItems: [{ sku }], store: { typeId: 'store', key: store.key } }),
    cost(500),
  );
});
