import type { Api, Resource } from './Api.js';
import { historyMs, preparationMs } from './choices.js';
import { type Content, known, type Market } from './content.js';
import { Part } from './Part.js';

/** Number of the resources of each kind in a shop. */
export interface ShopSize {
  readonly products: number;
  readonly customers: number;
  readonly activeCarts: number;
  readonly quotes: number;
  readonly reviews: number;
  readonly shoppingLists: number;
  readonly orders: number;
}

/** Data of a product that carts need. */
export interface ShopProduct {
  readonly key: string;
  /** The key of the article. */
  readonly article: string;
  readonly skus: readonly string[];
  readonly isPublished: boolean;
  readonly isInOutlet: boolean;
}

/** Data of a customer that carts and quotes need. */
export interface ShopCustomer {
  readonly id: string;
  readonly email: string;
  readonly market: Market;
  readonly address: Readonly<Record<string, string>>;
  /** The key of the customer group. */
  readonly group?: string;
}

export interface ShopOptions {
  readonly api: Api;
  readonly content: Content;
  readonly seed: number;
  /** The end of the shop's history. */
  readonly untilMs: number;
}

/** The shop while it is created: data of earlier parts that later parts need. */
export class Shop {
  /** Created resources by path and key: `categories/tents`. */
  readonly created = new Map<string, Resource>();
  products: readonly ShopProduct[] = [];
  customers: readonly ShopCustomer[] = [];
  readonly content: Content;
  readonly untilMs: number;
  /** The time of the first order. */
  readonly startMs: number;
  /** The time of the first product. */
  readonly openedMs: number;

  constructor(
    private readonly options: ShopOptions,
    readonly size: ShopSize,
  ) {
    this.content = options.content;
    this.untilMs = options.untilMs;
    this.startMs = options.untilMs - historyMs;
    this.openedMs = this.startMs - preparationMs;
  }

  /** Begins a part of the shop; the name determines its random choices. */
  part(name: string): Part {
    return new Part(this.options.api, name, this.untilMs, { seed: this.options.seed });
  }

  /** The id of a created resource by its path and key. */
  idOf(resource: string): string {
    return known(this.created.get(resource), resource).id;
  }

  get published(): readonly ShopProduct[] {
    return this.products.filter(({ isPublished }) => isPublished);
  }
}
