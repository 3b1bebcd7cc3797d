/** The requests of a storefront from the first visit to the order, one after the other. */
import type { LoadRequest } from '../load/runLoad.js';
import { headersOf } from '../measure/measureSubject.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { get, oncePer, post, type Resource } from '../world/prepare.js';
import { type BenchCase, emptyData } from './BenchCase.js';
import { openShop, skuOf } from './shop.js';

/** A step of the checkout; its kind names what the storefront does. */
type Step = LoadRequest & { readonly kind: string };

const lineItems = 3;
const address = { country: 'DE', city: 'Bremen', streetName: 'Am Wall', firstName: 'Ada', lastName: 'Young' };

/** Opens a shop that ships to the address of the checkouts; returns the shipping method. */
const openCheckoutShop = oncePer(async (world: BenchWorld): Promise<Resource> => {
  await openShop(world);
  const { results } = await get<{ results: [Resource] }>(world, 'tax-categories?limit=1');
  const zone = await post(world, 'zones', { name: 'Germany', locations: [{ country: 'DE' }] });
  return post(world, 'shipping-methods', {
    name: 'Parcel',
    taxCategory: { typeId: 'tax-category', id: results[0].id },
    isDefault: true,
    zoneRates: [
      {
        zone: { typeId: 'zone', id: zone.id },
        shippingRates: [{ price: { currencyCode: 'EUR', centAmount: 490 } }],
      },
    ],
  });
});

const stepsOf = async (world: BenchWorld): Promise<readonly Step[]> => {
  const method = await openCheckoutShop(world);
  const headers = headersOf({ basic: '', token: '@token.access_token@' });
  const write = (kind: string, path: string, body: object, saveAs?: string): Step => {
    const text = JSON.stringify(body).replaceAll(/"(@cart\.version@)"/g, '$1');
    return { kind, method: 'POST', path: `/${world.projectKey}/me/${path}`, headers, body: text, saveAs };
  };
  const changed = (kind: string, action: object): Step =>
    write(kind, 'carts/@cart.id@', { version: '@cart.version@', actions: [action] }, 'cart');
  return [
    {
      kind: 'anonymous token',
      method: 'POST',
      path: `/oauth/${world.projectKey}/anonymous/token`,
      headers: headersOf(world, 'client'),
      body: 'grant_type=client_credentials',
      saveAs: 'token',
    },
    write('cart', 'carts', { currency: 'EUR', country: 'DE' }, 'cart'),
    ...Array.from({ length: lineItems }, (_, at) =>
      changed('line item', { action: 'addLineItem', sku: skuOf(7 * at), quantity: 1 }),
    ),
    changed('address', { action: 'setShippingAddress', address }),
    changed('shipping method', {
      action: 'setShippingMethod',
      shippingMethod: { typeId: 'shipping-method', id: method.id },
    }),
    write('payment', 'payments', { amountPlanned: { currencyCode: 'EUR', centAmount: 3_190 } }, 'payment'),
    changed('payment of the cart', { action: 'addPayment', payment: { typeId: 'payment', id: '@payment.id@' } }),
    write('order', 'orders', { id: '@cart.id@', version: '@cart.version@' }),
  ];
};

const checkout = {
  data: emptyData,
  chain: true,
  connections: 32,
  setup: async (world: BenchWorld): Promise<undefined> => {
    await openCheckoutShop(world);
  },
} as const;

const checkoutsPerSecond = 50;

/** A case of checkouts that end after a step: the difference between two such cases is the cost of a step. */
const upTo = (kind: string): BenchCase => ({
  ...checkout,
  name: `checkout to the ${kind}`,
  description: `the steps of a checkout up to the ${kind}; Node's and Redis' time of all of them`,
  requests: async world => {
    const steps = await stepsOf(world);
    return steps.slice(0, steps.findLastIndex(step => step.kind === kind) + 1);
  },
});

export const checkoutCases: readonly BenchCase[] = [
  {
    ...checkout,
    name: 'checkout',
    description: 'anonymous token, cart, three line items, address, shipping method, payment, order: ten requests',
    requests: stepsOf,
    timesOfReadMax: 90,
  },
  {
    ...checkout,
    name: 'checkout, open loop',
    description: `the same, ${checkoutsPerSecond} a second`,
    connections: 256,
    perSecond: checkoutsPerSecond,
    requests: stepsOf,
  },
  ...['anonymous token', 'cart', 'line item', 'address', 'shipping method', 'payment', 'payment of the cart'].map(upTo),
];
