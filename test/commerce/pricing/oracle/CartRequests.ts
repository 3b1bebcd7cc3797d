/** The requests that bring one generated cart into a project of the server. */
import type { Cart } from '@commercetools/platform-sdk';
import { productDraft, referenceTo } from '../../../support/drafts.js';
import type { createProjectApi, Resource } from '../../../support/resourceApi.js';
import { type Fraction, sum } from '../fraction.js';
import { cents, show } from './amounts.js';
import type { CartCase, DiscountCase, PriceCase, ProductCase, ProductDiscountCase, Rate } from './CartCase.js';
import {
  cartDraft,
  type CartReferences,
  cartSteps,
  customShippingActions,
  moneyOf,
  periods,
  priceDraft,
  shippingRateDraft,
  targetDraft,
  taxCategory,
  valueDraft,
} from './drafts.js';
import { cartText, type Names } from './predicates.js';
import { nameOf, priceCart, pricePlain } from './priceCart.js';
import type { PricedCart } from './PricedCart.js';
import { totalOf } from './priceLines.js';

export type Api = Awaited<ReturnType<typeof createProjectApi>>;

/** Creates one cart in the server. */
export class CartRequests {
  readonly sent: object[] = [];
  readonly #names: Names;
  readonly #plain: PricedCart;

  constructor(
    private readonly api: Api,
    private readonly place: { readonly zone: Resource; readonly productType: Resource },
    private readonly prefix: string,
    private readonly given: CartCase,
  ) {
    this.#names = { sku: at => `${prefix}-line-${at}`, slug: at => `${prefix}-custom-${at}` };
    this.#plain = pricePlain(given);
  }

  get names(): Names {
    return this.#names;
  }

  create<R = Resource>(path: string, body: object): Promise<R> {
    this.sent.push({ path, body });
    return this.api.createIn<R>(path, body);
  }

  update(cart: Cart, actions: readonly object[]): Promise<Cart> {
    if (actions.length === 0) return Promise.resolve(cart);
    this.sent.push({ path: 'carts/{id}', body: { actions } });
    return this.api.resourcesAt<Cart>('carts').update(cart, ...actions);
  }

  /** The sold variants of the lines that steps give another variant, by their place. */
  readonly #replaceable = new Map<number, { product: Resource; variantId: number }>();

  /** Creates the product of a line. A variant that steps remove is not the master variant. */
  async soldProduct(place: number): Promise<void> {
    const { product } = this.given.lineItems[place]!;
    const isReplaced = this.given.steps.some(step => step.type === 'variant' && step.place === place);
    const made = await this.product(this.#names.sku(place), product, true, isReplaced);
    if (isReplaced) this.#replaceable.set(place, { product: made, variantId: 2 });
  }

  async product(
    sku: string,
    { priceMode, tax, prices }: ProductCase,
    publish = true,
    hasOtherMaster = false,
  ): Promise<Resource> {
    const drafts = prices.map(price => priceDraft(price, this.given.currency));
    const isEmbedded = priceMode === 'Embedded';
    const sold = { sku, prices: isEmbedded ? drafts : [] };
    const draft = productDraft({ id: this.place.productType.id }, {
      key: sku,
      priceMode,
      taxCategory: taxCategory(tax),
      publish,
      ...(hasOtherMaster ? { masterVariant: { sku: `${sku}-master` }, variants: [sold] } : { masterVariant: sold }),
    } as never);
    const [made] = await Promise.all([
      this.create('products', draft),
      ...(isEmbedded ? [] : drafts.map(price => this.create('standalone-prices', { sku, ...price }))),
    ]);
    return made;
  }

  method(): Promise<Resource> | undefined {
    const { shipping, currency } = this.given;
    if (shipping === undefined || shipping.isCustom) return undefined;
    return this.create('shipping-methods', {
      name: this.prefix,
      taxCategory: taxCategory(shipping.tax!),
      isDefault: false,
      zoneRates: [
        { zone: referenceTo('zone', this.place.zone), shippingRates: [shippingRateDraft(shipping, currency)] },
      ],
    });
  }

  /** Creates the discounts on products, and the group of cart discounts. */
  async productDiscounts(): Promise<void> {
    const { productDiscounts, currency } = this.given;
    const conditionText = ({ condition }: ProductDiscountCase): string =>
      ({
        all: '1 = 1',
        country: 'price.country = "DE"',
        group: 'customerGroup.key = "group-a"',
        amount: `centAmount >= ${'from' in condition ? condition.from : 0}`,
      })[condition.type];
    await Promise.all(
      productDiscounts.map(async (each, at) => {
        const { value, places, isActive, period } = each;
        const skus = places.map(place => `"${this.#names.sku(place)}"`).join(', ');
        await this.create('product-discounts', {
          name: { en: String(at) },
          predicate: `sku in (${skus}) and ${conditionText(each)}`,
          value: value.type === 'relative' ? value : { type: value.type, money: [moneyOf(value, currency)] },
          sortOrder: `0.${this.prefix.slice(1)}${9 - at}7`,
          isActive,
          ...(period && periods[period]),
        });
      }),
    );
  }

  /** Creates the discounts on the cart. If discounts of a group are equal, the older one applies. */
  async discounts(): Promise<readonly { readonly id: string; readonly code?: string }[]> {
    const { discounts, isDirect, isGroupActive } = this.given;
    const groupAt = discounts.findIndex(({ inGroup }) => inGroup);
    const group =
      isDirect || groupAt < 0
        ? undefined
        : await this.create('discount-groups', {
            key: this.prefix,
            sortOrder: this.#sortOrder(groupAt),
            isActive: isGroupActive,
          });
    const made: { readonly id: string; readonly code?: string }[] = [];
    for (const [at, each] of isDirect ? [] : discounts.entries()) made.push(await this.discount(each, at, group));
    return made;
  }

  /** Returns the sort order; the first discount of the list has the highest place. */
  #sortOrder(at: number): string {
    return `0.${this.prefix.slice(1)}${9 - at}7`;
  }

  /** Creates a discount that applies to this cart alone. */
  async discount(
    discount: DiscountCase,
    at: number,
    group?: Resource,
  ): Promise<{ readonly id: string; readonly code?: string }> {
    const { inGroup, value, predicate, stops, isActive, period, code, stores } = discount;
    const gift =
      value.type === 'giftLineItem'
        ? await this.product(`${this.prefix}-gift-${nameOf(at)}`, value.product, value.isPublished)
        : undefined;
    const text = (of: DiscountCase['predicate']) => cartText(of, this.given, this.#plain, this.#names);
    const draft = {
      name: { en: nameOf(at) },
      value: valueDraft(discount, this.given.currency, gift?.id),
      ...(discount.target && { target: targetDraft(discount, this.#names) }),
      cartPredicate: `purchaseOrderNumber = "${this.prefix}" and ${text(predicate)}`,
      ...(inGroup
        ? { discountGroup: { typeId: 'discount-group', id: group?.id } }
        : { sortOrder: this.#sortOrder(at) }),
      stackingMode: stops ? 'StopAfterThisDiscount' : 'Stacking',
      isActive,
      requiresDiscountCode: code !== undefined,
      ...(stores && { stores: stores.map(key => ({ typeId: 'store', key })) }),
      ...(period && periods[period]),
    };
    const { id } = await this.#createLater(draft);
    if (code === undefined) return { id };
    const name = `${this.prefix}-${at}`;
    const cartDiscounts = [{ typeId: 'cart-discount', id }];
    await this.create('discount-codes', { code: name, cartDiscounts, cartPredicate: text(code.predicate) });
    return code.isAdded ? { id, code: name } : { id };
  }

  #createdAt: unknown;

  /** Creates a discount that is younger than the previous one, since their times decide the order. */
  async #createLater(draft: object): Promise<Resource> {
    for (;;) {
      const made = await this.create('cart-discounts', draft);
      if (made.createdAt !== this.#createdAt) {
        this.#createdAt = made.createdAt;
        return made;
      }
      await this.api.resourcesAt('cart-discounts').remove(made);
    }
  }

  /** Creates the cart at once, or step by step. */
  async cart(references: CartReferences): Promise<Cart> {
    const { given } = this;
    if (!given.isUpdated) {
      // A draft with a code that does not apply to the cart is refused.
      const { discountCodes = [], ...draft } = cartDraft(given, references);
      const cart = await this.create<Cart>('carts', draft);
      return this.update(
        cart,
        discountCodes.map(code => ({ action: 'addDiscountCode', code })),
      );
    }
    const { draft, items, quantities, rest } = cartSteps(given, references);
    const made = await this.update(await this.create<Cart>('carts', draft), items);
    const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
    const bought = idsOf(made.lineItems.filter(({ lineItemMode }) => lineItemMode === 'Standard'));
    const ids = { lineItems: bought, customLineItems: idsOf(made.customLineItems) };
    return this.update(made, [...quantities(ids), ...rest]);
  }

  /** Sets members that a draft cannot have: direct discounts, a shipping rate of the cart, and tax amounts. */
  complete(cart: Cart): Promise<Cart> {
    const { discounts, isDirect, taxMode, currency } = this.given;
    const drafts = discounts.map(each => ({
      value: valueDraft(each, currency),
      target: targetDraft(each, this.#names),
    }));
    return this.update(cart, [
      ...(isDirect ? [{ action: 'setDirectDiscounts', discounts: drafts }] : []),
      ...customShippingActions(this.given),
      ...(taxMode === 'ExternalAmount' ? this.#taxAmounts(cart) : []),
    ]);
  }

  #taxAmounts(cart: Cart): object[] {
    const { items, shipping, taxed } = priceCart(this.given);
    const { totalTax, currency } = this.given;
    const gross = (amount: Fraction) => moneyOf({ amount: Number(show(amount)) }, currency);
    const externalTaxAmount = (price: Fraction, taxAmount: number, rate: Rate | undefined) =>
      rate && {
        totalGross: gross(sum(price, cents(taxAmount))),
        taxRate: { ...rate, includedInPrice: false, country: 'DE' },
      };
    const own = items.filter(({ line }) => line.place >= 0).map(({ line }) => line);
    return [
      ...own.map(line => ({
        ...(line.kind === 'lineItems'
          ? { action: 'setLineItemTaxAmount', lineItemId: cart.lineItems[line.place]!.id }
          : { action: 'setCustomLineItemTaxAmount', customLineItemId: cart.customLineItems[line.place]!.id }),
        externalTaxAmount: externalTaxAmount(totalOf(line), line.taxAmount, line.rate),
      })),
      ...(shipping === undefined
        ? []
        : [
            {
              action: 'setShippingMethodTaxAmount',
              externalTaxAmount: externalTaxAmount(
                shipping.left,
                this.given.shipping!.taxAmount,
                this.given.shipping!.rate,
              ),
            },
          ]),
      ...(totalTax === undefined
        ? []
        : [
            {
              action: 'setCartTotalTax',
              externalTotalGross: gross(taxed!.gross),
              externalTaxPortions: totalTax.portions.map(({ amount, ...portion }) => ({
                ...portion,
                amount: moneyOf({ amount }, currency),
              })),
            },
          ]),
    ];
  }

  /**
   * Removes the variant of a line and adds another one, whose price the cart must not have. Then the variant is
   * added again.
   */
  async replaceVariant(cart: Cart, place: number, prices: readonly PriceCase[]): Promise<void> {
    const replaceable = this.#replaceable.get(place)!;
    const { priceMode } = this.given.lineItems[place]!.product;
    const sku = this.#names.sku(place);
    const drafts = (of: readonly PriceCase[]) =>
      priceMode === 'Embedded' ? of.map(price => priceDraft(price, this.given.currency)) : [];
    const update = async (...actions: readonly object[]): Promise<void> => {
      this.sent.push({ path: 'products/{id}', body: { actions } });
      replaceable.product = await this.api.resourcesAt('products').update(replaceable.product, ...actions);
    };
    const add = (variant: object) => ({ action: 'addVariant', staged: false, ...variant });
    const other = add({
      sku: `${sku}-${replaceable.variantId + 1}`,
      prices: drafts([{ value: { amount: 7_777_777 } }]),
    });
    await update({ action: 'removeVariant', id: replaceable.variantId, staged: false }, other);
    const { errors } = await this.api.resourcesAt('carts').refuse(cart, { action: 'recalculate' });
    if (errors[0]?.code !== 'MatchingPriceNotFound')
      throw new Error(`not the price of a removed variant: ${errors[0]?.message}`);
    await update(add({ sku, prices: drafts(prices) }));
    replaceable.variantId += 2;
  }
}
