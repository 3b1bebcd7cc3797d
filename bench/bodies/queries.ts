/** Queries at their limits: predicates over long resources, sorts, expansion, many parameters, carts with discounts. */
import { lineItem } from '../cases/orders.js';
import { openShop, skuOf } from '../cases/shop.js';
import { createMany, oncePer, post, type Resource } from '../world/prepare.js';
import { type BodyWorld, type HostileBody, range } from './HostileBody.js';

const ordersCount = 10;
const linesCount = 100;

/** Creates orders with 10,000 attributes each. */
export const openLargeOrders = oncePer(async (world: BodyWorld) => {
  const { id: stateId } = await post(world, 'states', { key: 'of-lines', type: 'LineItemState' });
  return createMany(ordersCount, () =>
    post(world, 'orders/import', {
      totalPrice: { currencyCode: 'EUR', centAmount: 1 },
      lineItems: range(linesCount, at => ({
        ...lineItem(undefined, at),
        quantity: 1,
        state: [{ quantity: 1, state: { typeId: 'state', id: stateId } }],
        variant: {
          id: 1,
          sku: `SKU-${at}`,
          attributes: range(100, name => ({ name: `name${name}`, value: `value ${name}` })),
        },
      })),
    }),
  );
});

/** Returns a predicate of this length that looks at each attribute of each line. */
export const longPredicate = (characters: number): string => {
  const conditions = range(4_000, at => `value="v${at}"`).join(' or ');
  const cut = conditions.slice(0, characters - 40);
  return `lineItems(variant(attributes(${cut.slice(0, cut.lastIndexOf(' or '))})))`;
};

const query = (path: string, parameters: readonly (readonly [string, string])[]): HostileBody['make'] => {
  return async world => {
    await openLargeOrders(world);
    return () => ({
      path: `${path}?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString()}`,
    });
  };
};

const where = (text: string): HostileBody['make'] => query('orders', [['where', text]]);
const nested = (levels: number, inner: string): string => `${'not('.repeat(levels)}${inner}${')'.repeat(levels)}`;

/** Returns a predicate whose conditions look at every line of a cart. */
const cartPredicate = (conditions: number): string =>
  range(conditions, at => `lineItemExists(sku = "${skuOf(at)}x" and quantity > ${at % 3})`).join(' or ');

const openDiscountedCart = oncePer(async (world: BodyWorld): Promise<Resource> => {
  await openShop(world);
  await createMany(100, number =>
    post(world, 'cart-discounts', {
      name: { en: `Discount ${number}` },
      value: { type: 'relative', permyriad: 10 },
      cartPredicate: cartPredicate(32),
      target: { type: 'lineItems', predicate: '1 = 1' },
      sortOrder: `0.${number + 101}1`,
      isActive: true,
    }),
  );
  const lineItems = range(100, at => ({ sku: skuOf(at), quantity: 2 }));
  return post(world, 'carts', { currency: 'EUR', country: 'DE', shippingAddress: { country: 'DE' }, lineItems });
});

const kinds: Readonly<Record<string, HostileBody['make']>> = {
  'where: 4 KB of conditions on orders with 10,000 attributes': where(longPredicate(4_000)),
  'where: 9 KB of conditions on orders with 10,000 attributes': where(longPredicate(9_000)),
  'where: 60 nested negations': where(nested(60, 'lineItems(variant(attributes(value = "x")))')),
  'where: contains all of 400 values': where(`lineItems(variant(sku in (${range(400, at => `"S${at}"`).join(',')})))`),
  'where: 1,000 variables': query('orders', [
    ['where', `orderNumber in :list`],
    ...range(1_000, at => ['var.list', `n${at}`] as const),
  ]),
  'sort: eight paths into the lines': query(
    'orders',
    range(8, at => ['sort', `lineItems.variant.attributes.name${at} asc`] as const),
  ),
  'expand: 32 paths': query(
    'orders',
    range(32, () => ['expand', 'lineItems[*].state[*].state'] as const),
  ),
  'projections: 700 localeProjection': query('product-projections', [
    ['staged', 'true'],
    ...range(700, at => ['localeProjection', `en-${String.fromCharCode(65 + (at % 26))}A`] as const),
  ]),
  'parameters: 1,000 unknown': query(
    'orders',
    range(1_000, at => [`p${at}`, 'x'] as const),
  ),
  'projections: prices of a product type': query('product-projections', [
    ['staged', 'true'],
    ['limit', '500'],
    ['priceCurrency', 'EUR'],
    ['priceCountry', 'DE'],
  ]),
  'cart of 100 lines, 100 discounts of 32 functions': async world => {
    const { id, version } = await openDiscountedCart(world);
    return () => ({
      path: `carts/${id}`,
      body: JSON.stringify({ version, actions: [{ action: 'addLineItem', sku: skuOf(0), quantity: 1 }] }),
    });
  },
  'discount: a predicate of 32 functions': async world => {
    let number = 500;
    return () => ({
      path: 'cart-discounts',
      body: JSON.stringify({
        name: { en: 'Long' },
        value: { type: 'relative', permyriad: 10 },
        cartPredicate: cartPredicate(32),
        target: { type: 'lineItems', predicate: '1 = 1' },
        sortOrder: `0.${world.projectKey.length}${number++}1`,
        isActive: false,
      }),
    });
  },
};

export const queryBodies: readonly HostileBody[] = Object.entries(kinds).map(([name, make]) => ({ name, make }));
