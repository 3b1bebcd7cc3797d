/** Totals of thousands of random carts. */
import fc from 'fast-check';
import { test, type Test } from '../../support/tap.js';
import { calculateCart } from '../../../src/pricing/calculateCart.js';
import type { Staleness } from '../../../src/pricing/stalenessOf.js';
import type { Cart } from '../../../src/resources/cart/index.js';
import type { TaxedPrice } from '../../../src/schema/tax.js';
import { assert, product, unitPrice, shippingCost, itemsOf, cents } from './cartAmounts.js';
import { type PricingCase, pricedCart, allStale, context } from './pricedCart.js';
import { anyCase } from './pricingCases.js';

const runs = 800;

const always = (t: Test, check: (cart: Cart, given: PricingCase) => void) => {
  fc.assert(
    fc.property(anyCase, given => check(pricedCart(given), given)),
    { numRuns: runs },
  );
  t.pass(`${runs} carts`);
  t.end();
};

test('the total is the sum of items and shipping without the discount on the total', t =>
  always(t, cart => {
    const off = cart.discountOnTotalPrice === undefined ? [] : [cart.discountOnTotalPrice.discountedAmount];
    assert(
      BigInt(cart.totalPrice.centAmount) ===
        cents(itemsOf(cart).map(({ totalPrice }) => totalPrice)) - cents(off) + cents(shippingCost(cart)),
      'total',
    );
    const { discountOnTotalPrice: whole, shippingInfo } = cart;
    if (whole !== undefined)
      assert(
        cents([whole.discountedAmount]) ===
          cents(whole.includedDiscounts.map(({ discountedAmount }) => discountedAmount)),
        'parts of the discount on the total',
      );
    if (shippingInfo?.discountedPrice !== undefined)
      assert(
        cents([shippingInfo.price]) ===
          cents([
            shippingInfo.discountedPrice.value,
            ...shippingInfo.discountedPrice.includedDiscounts.map(({ discountedAmount }) => discountedAmount),
          ]),
        'parts of the shipping price',
      );
    assert(
      (cart.totalLineItemQuantity ?? 0) === cart.lineItems.reduce((all, { quantity: pieces }) => all + pieces, 0),
      'pieces',
    );
  }));

test('an item costs its price times its quantity, rounded once, or the sum of its discounted pieces', t =>
  always(t, cart => {
    const { priceRoundingMode: mode } = cart;
    for (const item of itemsOf(cart)) {
      const { discountedPricePerQuantity: groups, totalPrice, quantity: pieces } = item;
      if ('lineItemMode' in item && item.priceMode === 'ExternalTotal') {
        assert(groups.length === 0, 'an external total is not discounted');
        continue;
      }
      if (groups.length === 0) {
        assert(BigInt(totalPrice.centAmount) === product(unitPrice(item), pieces, mode), `price of ${item.id}`);
        continue;
      }
      assert(groups.reduce((all, group) => all + group.quantity, 0) === pieces, `pieces of ${item.id}`);
      assert(
        groups.reduce((all, group) => all + product(group.discountedPrice.value, group.quantity, mode), 0n) ===
          BigInt(totalPrice.centAmount),
        `sum of the pieces of ${item.id}`,
      );
      for (const {
        discountedPrice: { value: left, includedDiscounts },
      } of groups)
        if (includedDiscounts.length > 0)
          assert(
            left.type === 'centPrecision' &&
              cents([left, ...includedDiscounts.map(({ discountedAmount }) => discountedAmount)]) ===
                product(unitPrice(item), 1, mode),
            `parts of one piece of ${item.id}`,
          );
    }
  }));

test('discounts never make a price negative or higher', t =>
  always(t, (cart, given) => {
    const plain = pricedCart({
      ...given,
      cart: { ...given.cart, directDiscounts: [] },
      catalogue: { ...given.catalogue, discounts: [] },
    });
    const before = new Map(itemsOf(plain).map(({ id, totalPrice }) => [id, totalPrice.centAmount]));
    for (const {
      id,
      totalPrice: { centAmount },
      discountedPricePerQuantity: groups,
    } of itemsOf(cart)) {
      const full = before.get(id) ?? 0;
      assert(centAmount >= Math.min(0, full) && centAmount <= full, `${id}: ${full} became ${centAmount}`);
      assert(
        groups.every(
          ({ discountedPrice: { value: left, includedDiscounts } }) =>
            left.centAmount >= 0 && includedDiscounts.every(({ discountedAmount }) => discountedAmount.centAmount > 0),
        ),
        `pieces of ${id}`,
      );
    }
    for (const { centAmount } of shippingCost(cart))
      assert(centAmount >= 0 && centAmount <= plain.shippingInfo!.price.centAmount, 'shipping');
    if (itemsOf(plain).every(({ totalPrice }) => totalPrice.centAmount >= 0))
      assert(cart.totalPrice.centAmount >= 0, 'total');
    assert(cart.totalPrice.centAmount <= plain.totalPrice.centAmount, 'cheaper');
  }));

const assertTaxed = ({ totalNet, totalGross, totalTax, taxPortions }: TaxedPrice, what: string): void => {
  assert(
    totalTax !== undefined && cents([totalNet, totalTax]) === cents([totalGross]),
    `${what}: net and tax are gross`,
  );
  assert(cents(taxPortions.map(portion => portion.amount)) === cents([totalTax!]), `${what}: portions are the tax`);
};

test('net and tax add up to gross, portions to the tax, and parts to the cart, in every tax mode', t =>
  always(t, cart => {
    const { taxMode, taxedPrice, shippingInfo } = cart;
    const parts = [
      ...itemsOf(cart),
      ...(shippingInfo === undefined
        ? []
        : [
            {
              id: 'shipping',
              totalPrice: shippingCost(cart)[0]!,
              taxRate: shippingInfo.taxRate,
              taxedPrice: shippingInfo.taxedPrice,
            },
          ]),
    ];
    for (const { id, taxRate: own, totalPrice, taxedPrice: taxed } of parts) {
      assert(taxMode !== 'Disabled' || (own === undefined && taxed === undefined), `${id} in a cart without taxes`);
      assert(
        taxMode === 'ExternalAmount' || (own === undefined) === (taxed === undefined),
        `${id} is taxed if its rate is known`,
      );
      if (taxed === undefined) continue;
      assertTaxed(taxed, id);
      assert(
        (own!.includedInPrice ? taxed.totalGross : taxed.totalNet).centAmount === totalPrice.centAmount,
        `${id}: the price is the ${own!.includedInPrice ? 'gross' : 'net'} one`,
      );
      if (own!.amount === 0) assert(taxed.totalTax!.centAmount === 0, `${id}: no rate, no tax`);
    }
    assert(
      (taxedPrice === undefined) === (parts.length === 0 || parts.some(part => part.taxedPrice === undefined)),
      'the total is taxed if all parts are',
    );
    assert(JSON.stringify(cart.taxedShippingPrice) === JSON.stringify(shippingInfo?.taxedPrice), 'shipping');
    if (taxedPrice === undefined) return;
    assertTaxed(taxedPrice, 'cart');
    if (cart.discountOnTotalPrice === undefined)
      assert(
        cents([taxedPrice.totalGross]) === cents(parts.map(part => part.taxedPrice!.totalGross)),
        'gross amounts add up',
      );
    if (parts.every(part => part.taxRate!.includedInPrice))
      assert(taxedPrice.totalGross.centAmount === cart.totalPrice.centAmount, 'all included: gross is the total');
    if (parts.every(part => !part.taxRate!.includedInPrice))
      assert(taxedPrice.totalNet.centAmount === cart.totalPrice.centAmount, 'none included: net is the total');
  }));

test('pricing a cart again gives the same amounts', t =>
  always(t, (cart, { catalogue }) => {
    const nothing: Staleness = {
      isPriceStale: () => false,
      isTaxRateStale: () => false,
      isShippingStale: false,
      updatesProductData: false,
    };
    for (const staleness of [allStale, nothing]) {
      const again = { ...cart, ...calculateCart({ cart, before: cart, staleness, catalogue, context }) };
      assert(JSON.stringify(again) === JSON.stringify(cart), `${JSON.stringify(again)}\nwas ${JSON.stringify(cart)}`);
    }
  }));
