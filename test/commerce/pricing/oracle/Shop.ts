/** Makes generated carts in a project of the server, through the API, and reads their amounts. */
import type { Cart } from '@commercetools/platform-sdk';
import { storeCustomer } from '../../../support/customers.js';
import { fieldDefinition, productTypeDraft, referenceTo } from '../../../support/drafts.js';
import type { Quayside } from '../../../support/quayside.js';
import { changeProject, createProjectApi, type Resource, withoutMessages } from '../../../support/resourceApi.js';
import { type Api, CartRequests } from './CartRequests.js';
import { type CartCase, classifications, type Customer, type Group, type Step, taxCategories } from './CartCase.js';
import { type CartAmounts, type CartNames, describeWire } from './describeCart.js';
import { annsTier, customerEmail, customerKey } from './memberPredicates.js';
import { nameOf } from './priceCart.js';
import { afterStep } from './steps.js';

/** A cart of the server, with the case that it has to match. */
interface Stage {
  readonly given: CartCase;
  readonly cart: Cart;
}

interface Answer {
  /** The amounts of the cart after its creation, a recalculation and each step, and of its orders. */
  readonly stages: readonly { readonly given: CartCase; readonly amounts: CartAmounts }[];
  /** The text of the error that ended the requests. */
  readonly refusal?: string;
  /** The requests that made the cart. */
  readonly sent: readonly object[];
}

/** The length of the prefix of all names of a cart in its project. */
const prefixLength = 7;

const wireNames = (ids: ReadonlyMap<string, string>): CartNames => ({
  discount: id => ids.get(id) ?? id,
  item: item => String('variant' in item ? item.variant.sku : item.slug).slice(prefixLength),
});

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

  /** Makes the cart, changes it step by step, orders it, and returns its amounts at each stage. */
  async price(drawn: CartCase): Promise<Answer> {
    const prefix = `n${String(++this.#made).padStart(prefixLength - 2, '0')}`;
    const given = drawn.steps.some(({ type }) => type === 'groups') ? { ...drawn, owner: prefix } : drawn;
    const requests = new CartRequests(this.api, this.place, prefix, given);
    const { sent, names } = requests;
    const stages: Answer['stages'][number][] = [];
    try {
      const [method, customerId, discounts] = await Promise.all([
        requests.method(),
        this.#customer(given),
        requests.discounts(),
        requests.productDiscounts(),
        ...given.lineItems.map((_, at) => requests.soldProduct(at)),
      ]);
      const discountCodes = discounts.flatMap(({ code }) => (code === undefined ? [] : [code]));
      const references = { purchaseOrderNumber: prefix, names, methodId: method?.id, customerId, discountCodes };
      const cart = await requests.complete(await requests.cart(references));
      const own = given.isDirect ? cart.directDiscounts : discounts;
      const wire = wireNames(new Map(own.map(({ id }, at) => [id, nameOf(at)])));
      const add = (stage: Stage): Stage => {
        stages.push({ given: stage.given, amounts: describeWire(stage.cart, wire) });
        return stage;
      };
      add({ given, cart });
      let stage = add({ given, cart: await this.#recalculated(cart) });
      for (const step of given.steps) stage = add(await this.#afterStep(requests, stage, step, add));
      for (const order of await this.#order(stage.cart)) add({ ...stage, cart: order });
      return { stages, sent };
    } catch (error) {
      return { stages, refusal: (error as Error).message, sent };
    }
  }

  #recalculated(cart: Cart): Promise<Cart> {
    return this.api.resourcesAt<Cart>('carts').update(cart, { action: 'recalculate' });
  }

  async #afterStep(
    requests: CartRequests,
    { given, cart }: Stage,
    step: Step,
    add: (stage: Stage) => Stage,
  ): Promise<Stage> {
    const next = { given: afterStep(given, step), cart };
    requests.sent.push(step);
    if (step.type === 'replica') {
      const [order] = step.of === 'order' ? await this.#order(cart) : [];
      if (order !== undefined) add({ given, cart: order });
      const reference = order === undefined ? referenceTo('cart', cart) : referenceTo('order', order);
      return { ...next, cart: await this.api.createIn<Cart>('carts/replicate', { reference }) };
    }
    if (step.type === 'variant') await requests.replaceVariant(cart, step.place, step.prices);
    else await this.#changeGroups(cart, step);
    return { ...next, cart: await this.#recalculated(await this.api.resourcesAt<Cart>('carts').get(cart)) };
  }

  async #changeGroups(cart: Cart, { customerGroup, assignments }: Extract<Step, { type: 'groups' }>): Promise<void> {
    const { customerId } = cart;
    const set = { action: 'setCustomerGroup', customerGroup: customerGroup && this.#groupOf(customerGroup) };
    if (customerId === undefined) {
      await this.api.resourcesAt('carts').update(cart, set);
      return;
    }
    const customers = this.api.resourcesAt('customers');
    await customers.update(await customers.get({ id: customerId }), set, {
      action: 'setCustomerGroupAssignments',
      customerGroupAssignments: assignments.map(each => ({ customerGroup: this.#groupOf(each) })),
    });
  }

  #groupOf(key: Group): { readonly typeId: 'customer-group'; readonly id: string } {
    return referenceTo('customer-group', this.groups.get(key)!);
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

  /** Creates the customer with the groups of a cart. A customer whose groups change belongs to one cart alone. */
  #customer(given: CartCase): Promise<string> | undefined {
    const { customer, owner } = given;
    if (customer === undefined) return undefined;
    const key = customerKey(customer, given);
    const known = this.#customers.get(key);
    if (known !== undefined) return known;
    const members = this.#customerMembers(given, customer);
    const made =
      owner === undefined
        ? storeCustomer(this.quayside, this.api.projectKey, members)
        : this.api
            .createIn<{ customer: Resource }>('customers', { ...members, authenticationMode: 'ExternalAuth' })
            .then(({ customer: { id } }) => id);
    this.#customers.set(key, made);
    return made;
  }

  #customerMembers(given: CartCase, customer: Customer): object {
    const { customerGroup, assignments = [] } = given;
    return {
      email: customerEmail(customer, given),
      ...(customer === 'ann' && {
        key: customerKey(customer, given),
        custom: { type: referenceTo('type', this.place.type), fields: { tier: annsTier } },
      }),
      ...(customerGroup && { customerGroup: this.#groupOf(customerGroup) }),
      customerGroupAssignments: assignments.map(each => ({ customerGroup: this.#groupOf(each) })),
    };
  }
}
