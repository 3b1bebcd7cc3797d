import { setTimeout } from 'node:timers/promises';
import type { LoadRequest } from '../load/plan.js';
import { cartDraft, many, openShop, post, type Resource, skuOf } from '../shop.js';
import type { World } from '../world.js';
import type { Case } from './case.js';

const draftsCount = 100;
const run = Date.now().toString(36);
let carts = 0;

const prepare = async (world: World): Promise<string> => {
  await openShop(world);
  return '100 products, each with two prices';
};

const newCart = (world: World, lineItems: number, inventoryMode?: string): Promise<Resource> =>
  post(world, 'carts', cartDraft(lineItems, ++carts, `${run}-${carts}`, inventoryMode));

export const cartCreation: Case = {
  name: 'cart creation',
  about: 'three line items by SKU: products, prices and taxes are looked up',
  reference: 'bareWrite',
  prepare,
  requests: async ({ projectKey }) =>
    Array.from({ length: draftsCount }, (_, number) => ({
      method: 'POST',
      path: `/${projectKey}/carts`,
      body: JSON.stringify(cartDraft(3, number, '@unique@')),
    })),
};

const bigCartsCount = 1_000;
const bigCartItems = 20;

export const addLineItem: Case = {
  name: 'cart, a line item more',
  about: 'addLineItem to a cart of 20 (the carts grow by one a round)',
  reference: 'bareWrite',
  prepare,
  requests: async world => {
    const made = await many(bigCartsCount, () => newCart(world, bigCartItems));
    return made.map(
      ({ id, version }, at): LoadRequest => ({
        method: 'POST',
        path: `/${world.projectKey}/carts/${id}`,
        version,
        body: `{"version":@version@,"actions":[{"action":"addLineItem","sku":"${skuOf(at)}","quantity":1,"key":"k-@unique@"}]}`,
      }),
    );
  },
};

const orderedCount = 3_000;

const orderOf = ({ id, version }: Resource) => ({ cart: { typeId: 'cart', id }, version });

const ordering = (
  inventoryMode: string,
): Pick<Case, 'reference' | 'prepare' | 'requests' | 'once' | 'connections'> => ({
  reference: 'bareWrite',
  prepare,
  once: true,
  connections: 32,
  requests: async world => {
    const made = await many(orderedCount, () => newCart(world, 3, inventoryMode));
    return made.map(cart => ({
      method: 'POST',
      path: `/${world.projectKey}/orders`,
      body: JSON.stringify(orderOf(cart)),
    }));
  },
});

export const orderFromCart: Case = {
  name: 'order from cart',
  about: 'three line items, no stock; the cart turns Ordered in the commit; 32 connections',
  ...ordering('None'),
};
export const orderReserving: Case = {
  name: 'order from cart, reserving stock',
  about: 'the same; every order reserves three of 100 SKUs that all others reserve, too',
  ...ordering('ReserveOnOrder'),
};

const checkoutsPerSecond = 50;

/** Carts of buyers that come at an even pace; each is ordered at once. */
const checkouts = async (world: World, seconds: number): Promise<string> => {
  const tookMs: number[] = [];
  let failed = 0;
  const checkout = async (): Promise<void> => {
    const begin = performance.now();
    try {
      await post(world, 'orders', orderOf(await newCart(world, 3, 'ReserveOnOrder')));
      tookMs.push(performance.now() - begin);
    } catch {
      failed++;
    }
  };
  const under = [];
  const begin = performance.now();
  for (let count = 0; count < checkoutsPerSecond * seconds; count++) {
    await setTimeout(Math.max(0, begin + (count * 1_000) / checkoutsPerSecond - performance.now()));
    under.push(checkout());
  }
  await Promise.all(under);
  tookMs.sort((a, b) => a - b);
  return `${tookMs.length} checkouts (cart and order), ${failed} failed, p99 ${tookMs[Math.floor(tookMs.length * 0.99)]?.toFixed(0)} ms`;
};

export const readers = 8;

export const reading = ({ orders, projectKey }: World): LoadRequest[] =>
  orders.map(({ id }) => ({ method: 'GET', path: `/${projectKey}/orders/${id}` }));

export const readsAlone: Case = {
  name: 'order reads, nobody buys',
  about: 'orders by id, 8 connections',
  connections: readers,
  requests: async world => reading(world),
};

export const readsBesideCheckouts: Case = {
  name: 'order reads, 50 buyers a second',
  about: 'the same, while 50 carts a second of different customers are created and ordered',
  connections: readers,
  prepare,
  requests: async world => reading(world),
  beside: checkouts,
};
