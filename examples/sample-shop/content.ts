/** Reads the files that say what is in the shop. */
import { readFileSync } from 'node:fs';
import { dayMs, isoTime, startOfDay } from './choices.js';

export interface Text {
  readonly en: string;
  readonly de: string;
}

export interface Money {
  readonly currencyCode: string;
  readonly centAmount: number;
}

/** A row of a table: the texts of its columns. */
type Row<Column extends string> = Readonly<Record<Column, string>>;

export type ArticleRow = Row<
  'key' | 'en' | 'de' | 'productType' | 'category' | 'taxCategory' | 'centAmount' | 'weightInGram' | 'picture'
>;
export type CategoryRow = Row<'key' | 'parent' | 'en' | 'de'>;
type MarketRow = Row<'country' | 'currency' | 'locale' | 'people' | 'phonePrefix' | 'carrier' | 'customers'>;
type CityRow = Row<'country' | 'city' | 'region' | 'postalCode'>;

/** A country that the shop sells to. */
export type Market = MarketRow & { readonly cities: readonly CityRow[] };

export interface PriceRow {
  readonly currency: string;
  /** Share of the article's price in euros. */
  readonly factor: number;
  readonly country?: string;
  readonly customerGroup?: string;
  readonly channel?: string;
  readonly tier?: { readonly minimumQuantity: number; readonly factor: number };
  readonly validFrom?: string;
  readonly validUntil?: string;
  /** Share of the products that have the price; all by default. */
  readonly share?: number;
}

/** products.json */
interface ProductContent {
  readonly series: readonly string[];
  /** The part of the SKU by value of an attribute; sizes stand for themselves. */
  readonly skuCodes: Readonly<Record<string, string>>;
  readonly pictureColours: Readonly<Record<string, string>>;
  readonly otherPictureColour: string;
  /** Outlines on a square of 48 by 48. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly description: Text;
  readonly metaTitle: Text;
  readonly outletDescription: Text;
  readonly bulkyArticles: readonly string[];
  readonly articlesOfImportedOrders: readonly string[];
  readonly prices: readonly PriceRow[];
  /** The keys of the channels with stock; orders take it from the first. */
  readonly warehouses: readonly string[];
}

/** What happens to an order; all of it is one update of the payment and one of the order. */
export interface OrderStep {
  /** Hours since the step before, at least and at most. */
  readonly hours: readonly [min: number, max: number];
  /** A transaction of the payment, and the State that the payment takes. */
  readonly transaction?: {
    readonly type: 'Charge' | 'Refund' | 'CancelAuthorization';
    readonly state?: 'Failure';
    /** Share of the amount; all of it by default. */
    readonly share?: 'half' | 'oneItem';
    readonly paymentState?: string;
  };
  readonly delivers?: 'allItems' | 'firstItem' | 'otherItems';
  /** The shipment state of a return of one piece. */
  readonly returns?: 'Advised' | 'Returned';
  /** True if the returned piece was looked at, and is paid back. */
  readonly settlesReturn?: boolean;
  /** Further update actions of the order. */
  readonly actions: readonly object[];
}

/** orders.json */
interface OrderContent {
  /** The steps that orders take, with the number of orders of each course; all numbers add up to fifty. */
  readonly courses: Readonly<Record<string, { readonly orders: number; readonly steps: readonly string[] }>>;
  readonly steps: Readonly<Record<string, OrderStep>>;
  readonly returnComments: readonly string[];
  readonly returnedStates: readonly string[];
  readonly failureText: string;
  readonly paymentMethods: readonly { readonly method: string; readonly name: Text; readonly share: number }[];
  readonly giftMessages: readonly string[];
  readonly campaigns: readonly string[];
  readonly engraving: string;
}

/** quotes.json */
interface QuoteContent {
  /** The last step of a quote; requests take them by turns. Those in capitals are states of quotes. */
  readonly lastSteps: readonly string[];
  readonly comments: readonly string[];
  readonly discountPermyriad: number;
  readonly sellerComment: string;
  readonly buyerComment: string;
}

/** customers.json */
interface CustomerContent {
  readonly password: string;
  readonly customersWithPassword: number;
  readonly activities: readonly string[];
  readonly reviews: readonly { readonly rating: number; readonly title: string; readonly text: string }[];
  readonly shoppingListNames: readonly Text[];
  readonly shoppingListText: Text;
}

/** people.json */
interface People {
  readonly languages: Readonly<
    Record<string, Readonly<Record<'firstNames' | 'lastNames' | 'streets', readonly string[]>>>
  >;
  readonly companies: readonly string[];
}

export interface AttributeDraft {
  readonly name: string;
  readonly attributeConstraint: string;
  readonly type: { readonly values?: readonly { readonly key: string; readonly label: string | Text }[] };
}

/** The members of drafts that the program reads; each draft is sent as it is in its file. */
export type Draft = { readonly key: string } & Readonly<Record<string, unknown>>;
export type ProductTypeDraft = Draft & { readonly attributes: readonly AttributeDraft[] };
type ZoneDraft = Draft & { readonly locations: readonly { readonly country: string }[] };
type ShippingMethodDraft = Draft & { readonly zoneRates: readonly { readonly zone: { readonly key: string } }[] };
interface TaxRateDraft {
  readonly amount: number;
  readonly includedInPrice: boolean;
  readonly country: string;
}
type TaxCategoryDraft = Draft & { readonly rates: readonly TaxRateDraft[] };

/** The value of a key; the error names the file where it is missing. */
export const known = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`examples/sample-shop/content has no ${what}`);
  return value;
};

/** Reads the files in a folder; in those of JSON `{{60 days before}}` stands for a time before the end of the history. */
export const readContent = (folder: URL, untilMs: number) => {
  const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  const daysBefore = (days: string): string => isoTime(startOfDay(untilMs - Number(days) * dayMs));
  const json = <T>(name: string, toText = (text: string) => text): T => {
    const text = textOf(`${name}.json`).replaceAll(/\{\{(\d+) days before\}\}/g, (_, days: string) => daysBefore(days));
    return JSON.parse(toText(text)) as T;
  };
  const table = <T extends Row<string>>(name: string): readonly T[] => {
    const [head = [], ...rows] = textOf(`${name}.tsv`)
      .trimEnd()
      .split('\n')
      .map(line => line.split('\t'));
    return rows.map(row => Object.fromEntries(head.map((column, at) => [column, row[at] ?? ''])) as T);
  };
  const cities = table<CityRow>('cities');
  const markets = table<MarketRow>('markets').map(
    (row): Market => ({ ...row, cities: cities.filter(({ country }) => country === row.country) }),
  );
  const zones = json<ZoneDraft[]>('drafts/zones');
  const methods = json<ShippingMethodDraft[]>('drafts/shipping-methods');
  const [standardTaxes] = json<TaxCategoryDraft[]>('drafts/tax-categories');
  return {
    articles: table<ArticleRow>('articles'),
    categories: table<CategoryRow>('categories'),
    markets,
    people: json<People>('people'),
    products: json<ProductContent>('products'),
    productTypes: json<ProductTypeDraft[]>('drafts/product-types'),
    orders: json<OrderContent>('orders'),
    quotes: json<QuoteContent>('quotes'),
    customers: json<CustomerContent>('customers'),
    /** The drafts of `drafts/{path}.json`, where `{{id of zones/europe}}` stands for the id of an earlier resource. */
    drafts: (path: string, idOf: (resource: string) => string): readonly Draft[] =>
      json(`drafts/${path}`, text => text.replaceAll(/\{\{id of (.+?)\}\}/g, (_, resource: string) => idOf(resource))),
    /** True if the shipping method delivers to the country. */
    ships: (methodKey: string, country: string): boolean => {
      const zone = zones.find(({ locations }) => locations.some(each => each.country === country));
      const method = methods.find(({ key }) => key === methodKey);
      return method?.zoneRates.some(each => each.zone.key === zone?.key) ?? false;
    },
    standardTaxRate: (country: string): TaxRateDraft =>
      known(
        standardTaxes?.rates.find(rate => rate.country === country),
        `tax rate of ${country}`,
      ),
  };
};

export type Content = ReturnType<typeof readContent>;
