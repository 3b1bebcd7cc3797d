/** Creates, changes, orders and deletes orders that no other writer changes. */
import { setTimeout } from 'node:timers/promises';
import { type Attempt, type Checkout, type OrderEntry, type Outcome, outcomeOf } from './Ledger.js';
import type { LoadOptions } from './LoadOptions.js';

interface Order {
  readonly id: string;
  readonly version: number;
  readonly orderNumber?: string;
  readonly customerEmail?: string;
}

/** The pause of a writer after a request without a response. */
const pauseMs = 20;
const ordersPerWriter = 4;

const orderDraft = (orderNumber: string): object => ({
  orderNumber,
  totalPrice: { currencyCode: 'EUR', centAmount: 2_000 },
  lineItems: [
    {
      name: { en: 'Rain jacket' },
      variant: { sku: 'JACKET-1' },
      quantity: 2,
      price: { value: { currencyCode: 'EUR', centAmount: 1_000 } },
    },
  ],
});

const codeShare = 0.5;

export class OrderWriter {
  #number = 0;
  readonly #orders: OrderEntry[] = [];
  isStopped = false;

  constructor(
    private readonly name: string,
    private readonly options: LoadOptions,
    /** A variant of the shop's product; no other writer takes its stock. */
    private readonly sku: string,
  ) {}

  #path(rest: string): string {
    return `/${this.options.projectKey}/${rest}`;
  }

  async #post(rest: string, body: object): Promise<{ outcome: Outcome; status: number; resource: Order }> {
    const answer = await this.options.client.send('POST', this.#path(rest), body);
    const status = answer?.status ?? 0;
    const outcome = outcomeOf(status);
    if (outcome === 'acknowledged') this.options.ledger.acknowledge();
    if (outcome === 'open') {
      this.options.ledger.open++;
      await setTimeout(pauseMs);
    }
    return { outcome, status, resource: answer?.json as Order };
  }

  async create(): Promise<void> {
    const orderNumber = `${this.name}-${this.#number++}`;
    const entry: OrderEntry = { orderNumber, version: 0, attempts: [], doubts: [] };
    this.options.ledger.entries.push(entry);
    const { outcome, status, resource } = await this.#post('orders/import', orderDraft(orderNumber));
    if (outcome === 'refused') this.options.ledger.addFailure(`an order was not created: ${status}`);
    if (outcome !== 'acknowledged') return;
    entry.id = resource.id;
    entry.version = resource.version;
    entry.createdMs = performance.now();
    this.#orders.push(entry);
  }

  async #setEmail(entry: OrderEntry, attempt: Attempt) {
    const { outcome, status, resource } = await this.#post(`orders/${entry.id}`, {
      version: entry.version,
      actions: [{ action: 'setCustomerEmail', email: attempt.marker }],
    });
    attempt.outcome = outcome;
    if (outcome === 'acknowledged') {
      attempt.version = resource.version;
      attempt.acknowledgedMs = performance.now();
    }
    return { outcome, status };
  }

  async update(entry: OrderEntry): Promise<void> {
    const attempt: Attempt = { marker: `${this.name}-${this.#number++}@example.com`, outcome: 'open' };
    const isSure = entry.attempts.every(({ outcome }) => outcome !== 'open');
    entry.attempts.push(attempt);
    const { outcome, status } = await this.#setEmail(entry, attempt);
    if (outcome === 'acknowledged') {
      if (attempt.version !== entry.version + 1)
        this.options.ledger.addFailure(`version ${entry.version} became ${attempt.version}`);
      entry.version = attempt.version!;
      return;
    }
    // Only an earlier update without a response may have changed the version.
    if (outcome === 'refused' && (status !== 409 || isSure))
      entry.doubts.push(`the only writer of order ${entry.id} was refused with ${status}`);
    const isWritten = (await this.#reload(entry))?.customerEmail === attempt.marker;
    // A client that had to read the order may send the change once more: a 2xx response to it is a promise, too.
    if (outcome === 'open' && isWritten && !this.isStopped) await this.#repeat(entry, attempt);
  }

  /** Leaves the attempt open unless it is acknowledged; a 409 means that a takeover has lost it in between. */
  async #repeat(entry: OrderEntry, attempt: Attempt): Promise<void> {
    const { outcome, status } = await this.#setEmail(entry, attempt);
    if (outcome === 'refused' && status !== 409)
      entry.doubts.push(`a repeated update of order ${entry.id} was refused with ${status}`);
    if (outcome !== 'acknowledged') attempt.outcome = 'open';
  }

  async #reload(entry: OrderEntry): Promise<Order | undefined> {
    while (!this.isStopped) {
      const answer = await this.options.client.send('GET', this.#path(`orders/${entry.id}`));
      if (answer?.status === 200) {
        const order = answer.json as Order;
        entry.version = order.version;
        this.options.ledger.reads++;
        return order;
      }
      if (answer?.status === 404) {
        entry.doubts.push(`order ${entry.id} does not exist any more`);
        this.#orders.splice(this.#orders.indexOf(entry), 1);
        return undefined;
      }
      await setTimeout(pauseMs);
    }
    return undefined;
  }

  async remove(entry: OrderEntry): Promise<void> {
    this.#orders.splice(this.#orders.indexOf(entry), 1);
    const answer = await this.options.client.send('DELETE', this.#path(`orders/${entry.id}?version=${entry.version}`));
    entry.deletion = outcomeOf(answer?.status ?? 0);
    if (entry.deletion !== 'acknowledged') return;
    entry.deletedMs = performance.now();
    this.options.ledger.acknowledge();
  }

  /** Returns a cart whose order takes a piece of the stock, and in half of the cases uses the discount code. */
  #cartDraft(): object {
    const { random, shop } = this.options;
    return {
      currency: 'EUR',
      country: 'DE',
      taxMode: 'Disabled',
      inventoryMode: 'ReserveOnOrder',
      shippingAddress: { country: 'DE' },
      ...(shop && { lineItems: [{ sku: this.sku, quantity: 1 }] }),
      customLineItems: [
        { name: { en: 'Gift wrap' }, slug: 'wrap', quantity: 2, money: { currencyCode: 'EUR', centAmount: 200 } },
      ],
      ...(shop && random() < codeShare && { discountCodes: [shop.discountCode] }),
    };
  }

  async checkOut(): Promise<void> {
    const cart = await this.#post('carts', this.#cartDraft());
    if (cart.outcome === 'refused')
      this.options.ledger.addFailure(`a cart was not created: ${cart.status} ${JSON.stringify(cart.resource)}`);
    if (cart.outcome !== 'acknowledged') return;
    const checkout: Checkout = { cartId: cart.resource.id, createdMs: performance.now(), outcome: 'open' };
    this.options.ledger.checkouts.push(checkout);
    const order = await this.#post('orders', {
      cart: { typeId: 'cart', id: cart.resource.id },
      version: cart.resource.version,
    });
    if (order.outcome === 'refused')
      checkout.doubt = `a cart was not ordered: ${order.status} ${JSON.stringify(order.resource)}`;
    checkout.outcome = order.outcome;
    checkout.orderId = order.resource?.id;
    checkout.orderedMs = performance.now();
  }

  async run(): Promise<void> {
    const { random, restMs } = this.options;
    while (!this.isStopped) {
      if (restMs !== undefined) await setTimeout(restMs);
      const choice = random();
      const entry = this.#orders[Math.floor(random() * this.#orders.length)];
      if (entry === undefined || (choice < 0.05 && this.#orders.length < ordersPerWriter)) await this.create();
      else if (choice < 0.08) await this.remove(entry);
      else if (choice < 0.15) await this.checkOut();
      else await this.update(entry);
    }
  }
}
