import { setTimeout } from 'node:timers/promises';
import type { LoadRequest } from '../load/plan.js';
import { cartDraft, createMany, openShop, post, type Resource, skuOf } from '../shop.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import type { BenchCase } from './BenchCase.js';
import { emptyData, ownOrders } from './caseData.js';

const draftsCount = 100;
const run = Date.now().toString(36);
let carts = 0;

const setup = async (world: BenchWorld): Promise<string> => {
  await openShop(world);
  return '100 products, each with two prices';
};

const newCart = (world: BenchWorld, lineItems: number, inventoryMode?: string): Promise<Resource> =>
  post(world, 'carts', cartDraft(lineItems, ++carts, `${run}-${carts}`, inventoryMode));

export const cartCreation: BenchCase = {
  name: 'cart creation',
  description: 'three line items by SKU: products, prices and taxes are looked up',
  data: emptyData,
  reference: 'bareWrite',
  setup,
  requests: async ({ projectKey }) =>
    Array.from({ length: draftsCount }, (_, number) => ({
      method: 'POST',
      path: `/${projectKey}/carts`,
      body: JSON.stringify(cartDraft(3, number, '@unique@')),
    })),
};

const bigCartsCount = 1_000;
const bigCartItems = 20;

export const addLineItem: BenchCase = {
  name: 'cart, one more line item',
  description: 'addLineItem to a cart with 20 line items (the carts grow by one per round)',
  data: emptyData,
  reference: 'bareWrite',
  setup,
  requests: async world => {
    const made = await createMany(bigCartsCount, () => newCart(world, bigCartItems));
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
): Pick<BenchCase, 'data' | 'reference' | 'setup' | 'requests' | 'once' | 'connections'> => ({
  data: emptyData,
  reference: 'bareWrite',
  setup,
  once: true,
  connections: 32,
  requests: async world => {
    const made = await createMany(orderedCount, () => newCart(world, 3, inventoryMode));
    return made.map(cart => ({
      method: 'POST',
      path: `/${world.projectKey}/orders`,
      body: JSON.stringify(orderOf(cart)),
    }));
  },
});

export const orderFromCart: BenchCase = {
  name: 'order from cart',
  description: 'three line items without stock; the commit sets the cart to Ordered; 32 connections',
  timesOfReadMax: 15,
  ...ordering('None'),
};
export const orderReserving: BenchCase = {
  name: 'order from cart, reserving stock',
  description: 'the same, while every order reserves three of the same 100 SKUs',
  ...ordering('ReserveOnOrder'),
};

const checkoutsPerSecond = 50;

/** Creates carts at a constant rate and orders each of them immediately. */
const checkouts = async (world: BenchWorld, seconds: number): Promise<string> => {
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

export const reading = ({ orders, projectKey }: BenchWorld): LoadRequest[] =>
  orders.map(({ id }) => ({ method: 'GET', path: `/${projectKey}/orders/${id}` }));

export const readsAlone: BenchCase = {
  name: 'order reads, no checkouts',
  description: 'orders by id, 8 connections',
  connections: readers,
  requests: async world => reading(world),
};

export const readsBesideCheckouts: BenchCase = {
  name: 'order reads, 50 checkouts per second',
  description: 'the same, while 50 carts of different customers are created and ordered per second',
  data: ownOrders,
  connections: readers,
  setup,
  requests: async world => reading(world),
  runAlongside: checkouts,
};
