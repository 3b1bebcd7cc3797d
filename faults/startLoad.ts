/**
 * Starts writers. Each has orders that no other writer changes, so that it knows their versions and the result of every
 * change.
 */
import { setTimeout } from 'node:timers/promises';
import { Reader, type ReaderOptions } from './Reader.js';
import type { Client } from './createClient.js';
import type { Attempt, Checkout, OrderEntry, Ledger } from './Ledger.js';

export interface Load {
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly client: Client;
  readonly projectKey: string;
  readonly ledger: Ledger;
  readonly writers: number;
  /** Adds readers of all kinds of requests beside the writers. */
  readonly readers?: Pick<ReaderOptions, 'authorization' | 'search'> & { readonly count: number };
  readonly random: () => number;
  /** The pause of a writer after each operation, which spares the processor; none by default. */
  readonly restMs?: number;
}

interface Order {
  readonly id: string;
  readonly version: number;
  readonly orderNumber?: string;
  readonly customerEmail?: string;
}

/** The pause of a writer after a request without an answer. */
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

const cartDraft = {
  currency: 'EUR',
  country: 'DE',
  taxMode: 'Disabled',
  shippingAddress: { country: 'DE' },
  customLineItems: [
    { name: { en: 'Gift wrap' }, slug: 'wrap', quantity: 2, money: { currencyCode: 'EUR', centAmount: 200 } },
  ],
};

class Writer {
  #number = 0;
  readonly #orders: OrderEntry[] = [];
  isStopped = false;

  constructor(
    private readonly name: string,
    private readonly options: LoadOptions,
  ) {}

  #path(rest: string): string {
    return `/${this.options.projectKey}/${rest}`;
  }

  async #post(rest: string, body: object): Promise<{ outcome: Attempt['outcome']; status: number; resource: Order }> {
    const answer = await this.options.client.send('POST', this.#path(rest), body);
    const status = answer?.status ?? 0;
    const outcome = status >= 200 && status < 300 ? 'acknowledged' : status >= 400 && status < 500 ? 'refused' : 'open';
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
    // Only an earlier update without an answer may have changed the version.
    if (outcome === 'refused' && (status !== 409 || isSure))
      entry.doubts.push(`the only writer of order ${entry.id} was refused with ${status}`);
    const isWritten = (await this.#reload(entry))?.customerEmail === attempt.marker;
    // A client that was told to read the order may send the change once more: its 2xx is a promise, too.
    if (outcome === 'open' && isWritten && !this.isStopped) await this.#repeat(entry, attempt);
  }

  /** Leaves the attempt open where it is not acknowledged; with a 409, a takeover has lost it in between. */
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
    entry.deletion = answer?.status === 200 ? 'acknowledged' : (answer?.status ?? 500) >= 500 ? 'open' : 'refused';
    if (entry.deletion !== 'acknowledged') return;
    entry.deletedMs = performance.now();
    this.options.ledger.acknowledge();
  }

  async checkOut(): Promise<void> {
    const cart = await this.#post('carts', cartDraft);
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

export const startLoad = (options: LoadOptions): Load => {
  const writers = Array.from({ length: options.writers }, (_, at) => new Writer(`w${at}`, options));
  const { readers: reading } = options;
  const readers = Array.from({ length: reading?.count ?? 0 }, () => new Reader({ ...options, ...reading! }));
  const all = [...writers, ...readers];
  const running = Promise.all(all.map(each => each.run()));
  return {
    stop: async () => {
      for (const each of all) each.isStopped = true;
      await running;
    },
  };
};
