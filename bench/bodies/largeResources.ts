/** Valid bodies of large resources that a shop may send, and updates of such resources. */
import { post } from '../world/prepare.js';
import { type BodyWorld, type HostileBody, type HostileRequest, range, unique } from './HostileBody.js';

const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF'];
const countries = ['DE', 'US', 'GB', 'CH', 'SE', 'NO', 'DK', 'PL', 'CZ', 'HU'];

const fields = (count: number): object => Object.fromEntries(range(count, at => [`f${at}`, `value ${at}`]));
const customOf = ({ ids }: BodyWorld, count: number): object => ({
  type: { typeId: 'type', id: ids.get('type') },
  fields: fields(count),
});
const money = { currencyCode: 'EUR', centAmount: 100 };

/** Returns a price for each pair of a currency and a country. */
const prices = (world: BodyWorld, fieldCount: number): object[] =>
  range(100, at => ({
    value: { currencyCode: currencies[at % 10], centAmount: 100 + at },
    country: countries[Math.floor(at / 10)],
    ...(fieldCount > 0 && { custom: customOf(world, fieldCount) }),
  }));

const productOf = (world: BodyWorld, variants: (at: number) => object, count: number): object => ({
  productType: { typeId: 'product-type', id: world.ids.get('product-type') },
  name: { en: 'Large' },
  slug: { en: `large-${unique}` },
  masterVariant: { sku: `${unique}-m` },
  variants: range(count, at => ({ sku: `${unique}-${at}`, ...variants(at) })),
});

const attributes = (count: number): object[] => range(count, at => ({ name: `a${at}`, value: `value ${at}` }));

const orderOf = (lines: number, line: (at: number) => object): object => ({
  totalPrice: money,
  lineItems: range(lines, at => ({
    name: { en: `Line ${at}` },
    productId: `p-${at}`,
    variant: { id: 1, sku: `sku-${at}` },
    price: { value: money },
    quantity: 2,
    ...line(at),
  })),
});

interface LargeDraft {
  readonly path: string;
  readonly draft: (world: BodyWorld) => object;
}

const drafts: Readonly<Record<string, LargeDraft>> = {
  'product, 100 variants with 100 prices with custom fields': {
    path: 'products',
    draft: world => productOf(world, () => ({ prices: prices(world, 5) }), 100),
  },
  'product, 60 variants with 1,000 attributes': {
    path: 'products',
    draft: world => productOf(world, () => ({ attributes: attributes(1_000) }), 60),
  },
  'product, 990 variants with 60 attributes': {
    path: 'products',
    draft: world => productOf(world, () => ({ attributes: attributes(60) }), 990),
  },
  'order, 500 lines with 100 attributes': {
    path: 'orders/import',
    draft: () => orderOf(500, at => ({ variant: { id: 1, sku: `sku-${at}`, attributes: attributes(100) } })),
  },
  'order, 500 lines with 300 custom fields': {
    path: 'orders/import',
    draft: world => orderOf(500, () => ({ custom: customOf(world, 300) })),
  },
  'cart, 500 custom lines with 300 custom fields': {
    path: 'carts',
    draft: world => ({
      currency: 'EUR',
      taxMode: 'Disabled',
      customLineItems: range(500, at => ({
        name: { en: `Line ${at}` },
        slug: `line-${at}`,
        money,
        quantity: 2,
        custom: customOf(world, 300),
      })),
    }),
  },
  'shopping list, 250 lines with 700 custom fields': {
    path: 'shopping-lists',
    draft: world => ({
      name: { en: 'Large' },
      textLineItems: range(250, at => ({ name: { en: `Line ${at}` }, custom: customOf(world, 700) })),
    }),
  },
  'Type, 1,000 fields with 60 values each': {
    path: 'types',
    draft: () => ({
      key: unique,
      name: { en: 'Large' },
      resourceTypeIds: ['order'],
      fieldDefinitions: range(1_000, at => ({
        name: `field-${at}`,
        label: { en: 'Field' },
        required: false,
        type: { name: 'Enum', values: range(60, value => ({ key: `k${value}`, label: `Value ${value}` })) },
      })),
    }),
  },
};

interface Line {
  readonly id: string;
}
interface Large {
  readonly id: string;
  readonly version: number;
  readonly lineItems?: readonly Line[];
  readonly customLineItems?: readonly Line[];
}

interface LargeUpdate {
  /** The resource is created for each request. */
  readonly draft: keyof typeof drafts;
  readonly actions: (resource: Large) => readonly object[];
}

const updates: Readonly<Record<string, LargeUpdate>> = {
  '500 × setAttribute, each of its own': {
    draft: 'product, 60 variants with 1,000 attributes',
    actions: () =>
      range(500, at => ({ action: 'setAttribute', variantId: 1 + (at % 60), name: `a${at}`, value: `new ${at}` })),
  },
  '500 × setAttributeInAllVariants': {
    draft: 'product, 990 variants with 60 attributes',
    actions: () => range(500, at => ({ action: 'setAttributeInAllVariants', name: `a${at % 60}`, value: `new ${at}` })),
  },
  '500 × addPrice': {
    draft: 'product, 100 variants with 100 prices with custom fields',
    actions: () =>
      range(500, at => ({
        action: 'addPrice',
        variantId: 1 + (at % 100),
        price: { value: { currencyCode: 'JPY', centAmount: at }, country: countries[Math.floor(at / 100)] },
      })),
  },
  '500 × setLineItemCustomField': {
    draft: 'order, 500 lines with 300 custom fields',
    actions: ({ lineItems = [] }) =>
      lineItems.map(({ id }) => ({ action: 'setLineItemCustomField', lineItemId: id, name: 'f1', value: 'new' })),
  },
  '500 × changeCustomLineItemQuantity': {
    draft: 'cart, 500 custom lines with 300 custom fields',
    actions: ({ customLineItems = [] }) =>
      customLineItems.map(({ id }) => ({
        action: 'changeCustomLineItemQuantity',
        customLineItemId: id,
        quantity: 3,
      })),
  },
  'publish of a large product': {
    draft: 'product, 100 variants with 100 prices with custom fields',
    actions: () => [{ action: 'publish' }],
  },
};

const draftBody = ([name, { path, draft }]: [string, LargeDraft]): HostileBody => ({
  name: `large ${name}`,
  make: async world => {
    const body = JSON.stringify(draft(world));
    return () => ({ path, body });
  },
});

let created = 0;

const updateBody = ([name, { draft, actions }]: [string, LargeUpdate]): HostileBody => ({
  name: `large update, ${name}: ${draft}`,
  make: async world => {
    const { path, draft: draftOf } = drafts[draft]!;
    const text = JSON.stringify(draftOf(world));
    return async (): Promise<HostileRequest> => {
      const body = JSON.parse(text.replaceAll(unique, `u${Date.now().toString(36)}${created++}`)) as object;
      const resource = await post<Large>(world, path, body);
      const collection = path.split('/')[0];
      return {
        path: `${collection}/${resource.id}`,
        body: JSON.stringify({ version: resource.version, actions: actions(resource) }),
      };
    };
  },
});

export const largeResources: readonly HostileBody[] = [
  ...Object.entries(drafts).map(draftBody),
  ...Object.entries(updates).map(updateBody),
];
