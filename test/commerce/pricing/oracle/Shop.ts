/** Makes generated carts in a project of the server, through the API, and reads their amounts. */
import type { Cart } from '@commercetools/platform-sdk';
import { storeCustomer } from '../../../support/customers.js';
import { fieldDefinition, productDraft, productTypeDraft, referenceTo } from '../../../support/drafts.js';
import type { Quayside } from '../../../support/quayside.js';
import { changeProject, createProjectApi, type Resource, withoutMessages } from '../../../support/resourceApi.js';
import { type Fraction, sum } from '../fraction.js';
import { cents, show } from './amounts.js';
import {
  type CartCase,
  classifications,
  type DiscountCase,
  type ProductCase,
  type ProductDiscountCase,
  type Rate,
  taxCategories,
} from './CartCase.js';
import { type CartAmounts, type CartNames, describeWire } from './describeCart.js';
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
import { annsTier, customerEmail, customerKey } from './memberPredicates.js';
import { cartText, type Names } from './predicates.js';
import { nameOf, priceCart, pricePlain } from './priceCart.js';
import type { PricedCart } from './PricedCart.js';
import { totalOf } from './priceLines.js';

type Api = Awaited<ReturnType<typeof createProjectApi>>;
type Answer = {
  /** The amounts after each step, or the text of a refusal. */
  readonly amounts: readonly (CartAmounts | string)[];
  /** The requests that made the cart. */
  readonly sent: readonly object[];
};

/** The prefix of all names of a cart in its project. */
const prefixLength = 7;

const wireNames = (ids: ReadonlyMap<string, string>): CartNames => ({
  discount: id => ids.get(id) ?? id,
  item: item => String('variant' in item ? item.variant.sku : item.slug).slice(prefixLength),
});

/** One cart on its way into the server. */
class CartRequests {
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

  async product(sku: string, { priceMode, tax, prices }: ProductCase, publish = true): Promise<Resource> {
    const drafts = prices.map(price => priceDraft(price, this.given.currency));
    const isEmbedded = priceMode === 'Embedded';
    const draft = productDraft({ id: this.place.productType.id }, {
      key: sku,
      priceMode,
      taxCategory: taxCategory(tax),
      publish,
      masterVariant: { sku, prices: isEmbedded ? drafts : [] },
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

  /** Creates the discounts on the cart. Of equal ones of a group the older one applies. */
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

  /** The first of the list has the highest place. */
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

  /** Creates a discount that is younger than the one before: their order is that of their times. */
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
    if (!given.isUpdated) return this.create<Cart>('carts', cartDraft(given, references));
    const { draft, items, quantities, rest } = cartSteps(given, references);
    const made = await this.update(await this.create<Cart>('carts', draft), items);
    const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
    const bought = idsOf(made.lineItems.filter(({ lineItemMode }) => lineItemMode === 'Standard'));
    const ids = { lineItems: bought, customLineItems: idsOf(made.customLineItems) };
    return this.update(made, [...quantities(ids), ...rest]);
  }

  /** Sets what a draft cannot have: direct discounts, a rate of shipping of its own, and amounts of taxes. */
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
}

/** The settings that carts of one project have in common. */
type ShopSettings = Pick<CartCase, 'mode' | 'rateInputType'>;

const fieldTypes = {
  note: { name: 'String' },
  tier: { name: 'String' },
  level: { name: 'Number' },
  isGift: { name: 'Boolean' },
  tags: { name: 'Set', elementType: { name: 'String' } },
  fee: { name: 'Money' },
};

export class Shop {
  #made = 0;
  readonly #customers = new Map<string, Promise<string>>();

  private constructor(
    private readonly quayside: Quayside,
    private readonly api: Api,
    private readonly place: { readonly zone: Resource; readonly productType: Resource; readonly type: Resource },
    private readonly groups: ReadonlyMap<string, Resource>,
  ) {}

  static async open(quayside: Quayside, { mode, rateInputType }: ShopSettings): Promise<Shop> {
    const credentials = await quayside.project();
    const values = classifications.map(key => ({ key, label: { en: key } }));
    await changeProject(
      quayside,
      credentials,
      withoutMessages,
      { action: 'setDiscountsConfiguration', discountsConfiguration: { discountCombinationMode: mode } },
      {
        action: 'setShippingRateInputType',
        shippingRateInputType: { type: rateInputType, ...(rateInputType === 'CartClassification' && { values }) },
      },
    );
    const api = await createProjectApi(quayside, credentials);
    const { createIn } = api;
    const [zone, productType, type, ...groups] = await Promise.all([
      createIn('zones', { name: 'Here', locations: [{ country: 'DE' }, { country: 'US' }] }),
      createIn('product-types', productTypeDraft()),
      createIn('types', {
        key: 'notes',
        name: { en: 'Notes' },
        resourceTypeIds: ['order', 'line-item', 'custom-line-item', 'customer'],
        fieldDefinitions: Object.entries(fieldTypes).map(([name, fieldType]) => fieldDefinition(name, fieldType)),
      }),
      ...['group-a', 'group-b'].map(key => createIn('customer-groups', { key, groupName: key })),
    ]);
    await Promise.all([
      ...taxCategories.map((rates, at) => createIn('tax-categories', { key: `tax-${at}`, name: `Tax ${at}`, rates })),
      ...['channel-a', 'channel-b'].map(key => createIn('channels', { key, roles: ['ProductDistribution'] })),
      ...['store-a', 'store-b'].map(key => createIn('stores', { key })),
    ]);
    return new Shop(quayside, api, { zone, productType, type }, new Map(groups.map(each => [String(each.key), each])));
  }

  /** Makes the cart and returns its amounts: of the cart, after a recalculation, and of an order. */
  async price(given: CartCase): Promise<Answer> {
    const prefix = `n${String(++this.#made).padStart(prefixLength - 2, '0')}`;
    const requests = new CartRequests(this.api, this.place, prefix, given);
    const { sent, names } = requests;
    try {
      const [method, customerId, discounts] = await Promise.all([
        requests.method(),
        this.#customer(given),
        requests.discounts(),
        requests.productDiscounts(),
        ...given.lineItems.map((item, at) => requests.product(names.sku(at), item.product)),
      ]);
      const discountCodes = discounts.flatMap(({ code }) => (code === undefined ? [] : [code]));
      const references = { purchaseOrderNumber: prefix, names, methodId: method?.id, customerId, discountCodes };
      const cart = await requests.complete(await requests.cart(references));
      const own = given.isDirect ? cart.directDiscounts : discounts;
      const amountsOf = (of: Cart) => describeWire(of, wireNames(new Map(own.map(({ id }, at) => [id, nameOf(at)]))));
      const again = await this.api.resourcesAt<Cart>('carts').update(cart, { action: 'recalculate' });
      const carts = [cart, again, ...(await this.#order(again))];
      return { amounts: carts.map(amountsOf), sent };
    } catch (error) {
      return { amounts: [(error as Error).message], sent };
    }
  }

  /** Orders the cart if it can be ordered. */
  async #order(cart: Cart): Promise<Cart[]> {
    const { id, version, lineItems, customLineItems, discountCodes, shippingAddress, taxMode, taxedPrice } = cart;
    const isComplete =
      lineItems.length + customLineItems.length > 0 &&
      shippingAddress !== undefined &&
      cart.totalPrice.centAmount >= 0 &&
      discountCodes.every(({ state }) => /^(MatchesCart|ApplicationStoppedByGroupBestDeal)$/.test(state)) &&
      (taxMode === 'Disabled' || taxedPrice !== undefined);
    return isComplete ? [await this.api.createIn<Cart>('orders', { cart: { typeId: 'cart', id }, version })] : [];
  }

  /** The customer with the groups of a cart. */
  #customer(given: CartCase): Promise<string> | undefined {
    const { customer, customerGroup, assignments = [] } = given;
    if (customer === undefined) return undefined;
    const referenceOf = (key: string) => referenceTo('customer-group', this.groups.get(key)!);
    const key = customerKey(customer, given);
    const known = this.#customers.get(key);
    if (known !== undefined) return known;
    const made = storeCustomer(this.quayside, this.api.projectKey, {
      email: customerEmail(customer, given),
      ...(customer === 'ann' && {
        key,
        custom: { type: referenceTo('type', this.place.type), fields: { tier: annsTier } },
      }),
      ...(customerGroup && { customerGroup: referenceOf(customerGroup) }),
      customerGroupAssignments: assignments.map(each => ({ customerGroup: referenceOf(each) })),
    });
    this.#customers.set(key, made);
    return made;
  }
}
