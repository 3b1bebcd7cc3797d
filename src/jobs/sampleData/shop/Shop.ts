import type { Base } from '../../../engine/define/Base.js';
import type { Market } from '../samples/markets.js';
import { Story, type StoryOptions } from '../Story.js';
import { historyMs, preparationMs } from '../choices.js';
import { ProjectError } from '../../../projects/createProject.js';
import type { Services } from '../../../services/services.js';
import { wholeList } from '../../../store/DataStore.js';

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

/** The shop while it is written: data of earlier parts that later parts need. */
export class Shop {
  /** The id of the lowest category of each article. */
  categories: ReadonlyMap<string, string> = new Map();
  selections: readonly Base[] = [];
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

/** The types of the shop that have unique keys; a project that has some of them cannot take a shop. */
const exclusiveTypeIds = [
  'type',
  'channel',
  'store',
  'tax-category',
  'zone',
  'product-type',
  'attribute-group',
  'category',
  'product',
  'product-selection',
  'customer',
];

/** Throws ProjectError for a project that cannot take a shop. */
export const assertNoShop = async ({ store }: Services, projectKey: string): Promise<void> => {
  for (const typeId of exclusiveTypeIds) {
    const { to: count } = await store.rankRange(projectKey, typeId, { by: 'id' }, wholeList);
    if (count > 0)
      throw new ProjectError(
        `The project '${projectKey}' already has resources of the type ${typeId} (${count}). A shop needs a project without any: quayside project create KEY makes one, and so does the administration console.`,
      );
  }
};
