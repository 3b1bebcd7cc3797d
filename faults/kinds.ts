/** The kinds of resources that writers create, change and delete besides orders, and the shop of a round. */

/** Resources that the setup of a project creates for its writers. */
export interface Shop {
  readonly productType: string;
  /** A published product with one variant for each writer of orders. */
  readonly product: string;
  readonly parents: readonly [string, string];
  readonly cartDiscount: string;
  readonly discountCode: string;
  readonly discountCodeId: string;
}

/** A resource in a response of the service. */
export interface Shown {
  readonly id: string;
  readonly key?: string;
  readonly version: number;
  readonly [member: string]: unknown;
}

export interface Change {
  readonly actions: readonly object[];
  /** The text of the resource after the change. */
  readonly text: string;
}

export interface ResourceKind {
  /** The path segment of the kind. */
  readonly path: string;
  readonly draft: (key: string, marker: string, shop: Shop) => object;
  /** Returns a text that contains everything that writers change in a resource. */
  readonly textOf: (resource: Shown) => string;
  readonly change: (text: string, marker: string, random: () => number, shop: Shop) => Change;
  /** Returns the change that a deletion needs before it, if any. */
  readonly beforeDeletion?: (text: string) => Change | undefined;
  /** The draft and the path of a changed resource, if it is replaced by a draft instead of changed by actions. */
  readonly replaced?: {
    readonly draft: (key: string, version: number, text: string) => object;
    readonly pathOf: (key: string) => string;
  };
}

const money = (centAmount: number) => ({ currencyCode: 'EUR', centAmount });
const english = (en: string) => ({ en });
const numberIn = (marker: string): number => Number(/\d+$/.exec(marker)![0]) + 1;
const reference = (typeId: string, id: string) => ({ typeId, id });

/** Defines a kind in which one member changes. */
const changing = (
  path: string,
  draft: ResourceKind['draft'],
  textOf: ResourceKind['textOf'],
  actionOf: (marker: string) => object,
  textAfter: (marker: string) => string = marker => marker,
): ResourceKind => ({
  path,
  draft,
  textOf,
  change: (_, marker) => ({ actions: [actionOf(marker)], text: textAfter(marker) }),
});

const numberText = (marker: string): string => String(numberIn(marker));

interface ProductText {
  readonly current: string | null;
  readonly staged: string;
}
interface MasterData {
  readonly published: boolean;
  readonly current: { readonly name: { readonly en: string } };
  readonly staged: { readonly name: { readonly en: string } };
}

/** Writes the members in a fixed order, to be compared as texts. */
const productText = ({ current, staged }: ProductText): string => JSON.stringify({ current, staged });

export const readProductText = (text: string): ProductText => JSON.parse(text) as ProductText;

const publishedShare = 0.3;
const unpublishedShare = 0.05;

const unpublish = (staged: string): Change => ({
  actions: [{ action: 'unpublish' }],
  text: productText({ current: null, staged }),
});
/** The prices of products differ, so that facets have several values. */
const pricesCount = 7;

export const product: ResourceKind = {
  path: 'products',
  draft: (key, marker, { productType, parents }) => ({
    key,
    productType: reference('product-type', productType),
    name: english(marker),
    slug: english(key),
    categories: [reference('category', parents[numberIn(marker) % 2]!)],
    masterVariant: { sku: key, prices: [{ value: money(1_000 + 100 * (numberIn(marker) % pricesCount)) }] },
  }),
  textOf: ({ masterData }) => {
    const { published, current, staged } = masterData as MasterData;
    return productText({ current: published ? current.name.en : null, staged: staged.name.en });
  },
  change: (text, marker, random) => {
    const { current, staged } = readProductText(text);
    const choice = random();
    if (choice < publishedShare && current !== staged)
      return { actions: [{ action: 'publish' }], text: productText({ current: staged, staged }) };
    if (choice < unpublishedShare && current !== null) return unpublish(staged);
    return {
      actions: [{ action: 'changeName', name: english(marker) }],
      text: productText({ current, staged: marker }),
    };
  },
  beforeDeletion: text => {
    const { current, staged } = readProductText(text);
    return current === null ? undefined : unpublish(staged);
  },
};

const nameAndParent = (name: string, parent: string): string => `${name} below ${parent}`;

const category: ResourceKind = {
  path: 'categories',
  draft: (key, marker, { parents }) => ({
    key,
    name: english(marker),
    slug: english(key),
    parent: reference('category', parents[0]),
  }),
  textOf: ({ name, parent, ancestors }) => {
    const { id } = parent as Shown;
    const [above] = ancestors as Shown[];
    return nameAndParent((name as { en: string }).en, above?.id === id ? id : `${id}, ancestors ${above?.id}`);
  },
  change: (text, marker, random, { parents }) => {
    const [name = '', old] = text.split(' below ');
    const parent = parents.find(id => id !== old)!;
    return random() < 0.5
      ? { actions: [{ action: 'changeName', name: english(marker) }], text: nameAndParent(marker, old!) }
      : {
          actions: [{ action: 'changeParent', parent: reference('category', parent) }],
          text: nameAndParent(name, parent),
        };
  },
};

const container = 'faults';

const customObject: ResourceKind = {
  path: 'custom-objects',
  draft: (key, marker) => ({ container, key, value: { note: marker } }),
  textOf: ({ value }) => (value as { note: string }).note,
  change: (_, marker) => ({ actions: [], text: marker }),
  replaced: {
    draft: (key, version, note) => ({ container, key, version, value: { note } }),
    pathOf: key => `custom-objects/${container}/${key}`,
  },
};

export const kinds: readonly ResourceKind[] = [
  product,
  category,
  customObject,
  changing(
    'shopping-lists',
    (key, marker) => ({ key, name: english(key), description: english(marker) }),
    ({ description }) => (description as { en: string }).en,
    marker => ({ action: 'setDescription', description: english(marker) }),
  ),
  changing(
    'reviews',
    (key, marker, shop) => ({ key, title: marker, rating: 4, target: reference('product', shop.product) }),
    ({ title }) => title as string,
    title => ({ action: 'setTitle', title }),
  ),
  changing(
    'standalone-prices',
    (key, marker) => ({ key, sku: key, value: money(numberIn(marker)) }),
    ({ value }) => String((value as { centAmount: number }).centAmount),
    marker => ({ action: 'changeValue', value: money(numberIn(marker)) }),
    numberText,
  ),
  changing(
    'inventory',
    (key, marker) => ({ key, sku: key, quantityOnStock: numberIn(marker) }),
    ({ quantityOnStock }) => String(quantityOnStock),
    marker => ({ action: 'changeQuantity', quantity: numberIn(marker) }),
    numberText,
  ),
  changing(
    'discount-codes',
    (key, marker, { cartDiscount }) => ({
      key,
      code: key,
      name: english(marker),
      cartDiscounts: [reference('cart-discount', cartDiscount)],
    }),
    ({ name }) => (name as { en: string }).en,
    marker => ({ action: 'setName', name: english(marker) }),
  ),
  changing(
    'carts',
    (key, marker) => ({ key, currency: 'EUR', customerEmail: `${marker}@example.com` }),
    ({ customerEmail }) => customerEmail as string,
    marker => ({ action: 'setCustomerEmail', email: `${marker}@example.com` }),
    marker => `${marker}@example.com`,
  ),
];
