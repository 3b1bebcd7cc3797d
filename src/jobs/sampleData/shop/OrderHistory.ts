import { addTransaction, type ShopPayment } from './payments.js';
import type { ShopCart, ShopItem } from './carts.js';
import type { Market } from '../samples/markets.js';
import type { Story } from '../Story.js';
import { isoTime } from '../choices.js';
import { byKey } from './values.js';

interface ShopOrder extends ShopCart {
  readonly returnInfo: readonly { readonly items: readonly { readonly id: string }[] }[];
}

const piecesOf = (items: readonly ShopItem[]) => items.map(({ id, quantity }) => ({ id, quantity }));

const toWorkflowState = (key: string) => ({ action: 'transitionState', state: byKey('state', key) });

/** The history of an order and its payment; each step is one update of each at the time of the story. */
export class OrderHistory {
  constructor(
    private readonly story: Story,
    private readonly market: Market,
    private order: ShopOrder,
    private payment: ShopPayment,
  ) {}

  readonly confirm = async (): Promise<void> => {
    this.payment = await addTransaction(this.story, this.payment, 'Charge', { paymentState: 'payment-settled' });
    await this.#update(
      { action: 'changePaymentState', paymentState: 'Paid' },
      { action: 'changeOrderState', orderState: 'Confirmed' },
      { action: 'changeShipmentState', shipmentState: 'Ready' },
      toWorkflowState('order-packed'),
    );
  };

  /** Half of the amount is paid; the rest is due. */
  readonly confirmWithBalance = async (): Promise<void> => {
    this.payment = await addTransaction(this.story, this.payment, 'Charge', { share: 0.5 });
    await this.#update(
      { action: 'changePaymentState', paymentState: 'BalanceDue' },
      { action: 'changeOrderState', orderState: 'Confirmed' },
      toWorkflowState('order-packed'),
    );
  };

  readonly delay = (): Promise<void> => this.#update({ action: 'changeShipmentState', shipmentState: 'Delayed' });
  readonly wait = (): Promise<void> => this.#update({ action: 'changeShipmentState', shipmentState: 'Backorder' });

  readonly ship = async (): Promise<void> => {
    await this.#update(
      this.#delivery(this.order.lineItems),
      { action: 'changeShipmentState', shipmentState: 'Shipped' },
      toWorkflowState('order-shipped'),
    );
  };

  /** The first line item is sent; the others follow. */
  readonly shipFirstItem = async (): Promise<void> => {
    const [first] = this.order.lineItems;
    await this.#update(
      this.#delivery([first!]),
      {
        action: 'transitionLineItemState',
        lineItemId: first!.id,
        quantity: first!.quantity,
        fromState: byKey('state', 'Initial'),
        toState: byKey('state', 'item-shipped'),
      },
      { action: 'changeShipmentState', shipmentState: 'Partial' },
    );
  };

  readonly shipOtherItems = async (): Promise<void> => {
    const others = this.order.lineItems.slice(1);
    await this.#update(
      ...(others.length === 0 ? [] : [this.#delivery(others)]),
      { action: 'changeShipmentState', shipmentState: 'Shipped' },
      toWorkflowState('order-shipped'),
    );
  };

  readonly complete = (): Promise<void> =>
    this.#update(
      { action: 'changeShipmentState', shipmentState: 'Delivered' },
      { action: 'changeOrderState', orderState: 'Complete' },
      toWorkflowState('order-completed'),
    );

  readonly adviseReturn = (): Promise<void> => this.#addReturn('Advised');
  readonly receiveReturn = (): Promise<void> => this.#addReturn('Returned');

  readonly refund = async (): Promise<void> => {
    const { random } = this.story;
    const returnItemId = this.order.returnInfo[0]!.items[0]!.id;
    this.payment = await addTransaction(this.story, this.payment, 'Refund', {
      share: 1 / this.order.lineItems.length,
      paymentState: 'payment-refunded',
    });
    await this.#update(
      {
        action: 'setReturnShipmentState',
        returnItemId,
        shipmentState: random.pick(['BackInStock', 'BackInStock', 'Unusable']),
      },
      { action: 'setReturnPaymentState', returnItemId, paymentState: 'Refunded' },
    );
  };

  /** The order has gone back, and its refund is still owed. */
  readonly oweCredit = (): Promise<void> => this.#update({ action: 'changePaymentState', paymentState: 'CreditOwed' });

  readonly cancel = async (): Promise<void> => {
    this.payment = await addTransaction(this.story, this.payment, 'CancelAuthorization');
    await this.#update({ action: 'changeOrderState', orderState: 'Cancelled' }, toWorkflowState('order-cancelled'));
  };

  readonly failPayment = async (): Promise<void> => {
    this.payment = await addTransaction(this.story, this.payment, 'Charge', {
      state: 'Failure',
      paymentState: 'payment-failed',
    });
    await this.#update({ action: 'changePaymentState', paymentState: 'Failed' });
  };

  #delivery(items: readonly ShopItem[]): object {
    const { random } = this.story;
    return {
      action: 'addDelivery',
      items: piecesOf(items),
      parcels: [
        {
          measurements: {
            heightInMillimeter: random.integer(8, 30) * 10,
            lengthInMillimeter: random.integer(25, 60) * 10,
            widthInMillimeter: random.integer(15, 40) * 10,
            weightInGram: random.integer(4, 90) * 100,
          },
          trackingData: { trackingId: this.#trackingId(), carrier: this.market.carrier, isReturn: false },
          items: piecesOf(items),
        },
      ],
    };
  }

  #trackingId(): string {
    return `${this.market.country}${this.story.random.integer(100_000_000, 999_999_999)}`;
  }

  #addReturn(shipmentState: 'Advised' | 'Returned'): Promise<void> {
    const { random } = this.story;
    const [first] = this.order.lineItems;
    return this.#update({
      action: 'addReturnInfo',
      returnTrackingId: this.#trackingId(),
      returnDate: isoTime(this.story.nowMs),
      items: [
        {
          lineItemId: first!.id,
          quantity: 1,
          shipmentState,
          comment: random.pick(['Too small', 'Zu groß', 'Changed my mind', 'Farbe gefällt nicht', 'Faulty zip']),
        },
      ],
    });
  }

  async #update(...actions: readonly object[]): Promise<void> {
    this.order = await this.story.update('order', this.order, ...actions);
  }
}
