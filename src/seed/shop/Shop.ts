import type { Market } from './samples/markets.js';
import { Story, type StoryOptions } from './Story.js';
import { historyMs, preparationMs } from './time.js';

/** How much of everything a shop has. */
export interface ShopSize {
  readonly products: number;
  readonly customers: number;
  readonly activeCarts: number;
  readonly quotes: number;
  readonly orders: number;
}

/** What carts need to know of a product. */
export interface ShopProduct {
  readonly skus: readonly string[];
  readonly isPublished: boolean;
}

/** What carts and quotes need to know of a customer. */
export interface ShopCustomer {
  readonly id: string;
  readonly email: string;
  readonly market: Market;
  readonly address: Readonly<Record<string, string>>;
  /** The key of the customer group. */
  readonly group?: string;
}

/** The shop while it is written: what later parts need of earlier ones. */
export class Shop {
  products: readonly ShopProduct[] = [];
  customers: readonly ShopCustomer[] = [];
  readonly untilMs: number;
  /** The time of the first order. */
  readonly startMs: number;
  /** The time of the first product. */
  readonly openedMs: number;

  constructor(
    private readonly options: StoryOptions,
    readonly size: ShopSize,
  ) {
    this.untilMs = options.untilMs;
    this.startMs = options.untilMs - historyMs;
    this.openedMs = this.startMs - preparationMs;
  }

  /** Begins a part of the shop; the name determines its random choices and ids. */
  readonly story = (name: string): Story => new Story(this.options, name);
}
