/** Carts and orders from carts; reads of orders beside checkouts and sign-ins. */
import { setTimeout } from 'node:timers/promises';
import { quantiles } from '../load/runLoad.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { allocatedBytes } from '../search/indexing.js';
import { createMany, get, oncePer, post } from '../world/prepare.js';
import { type BenchCase, emptyData, ownOrders } from './BenchCase.js';
import { orderById } from './orders.js';
import { cartDraft, newCart, openDiscountedShop, openShop, orderOf, skuOf } from './shop.js';

const draftsCount = 100;
const [bigCartsCount, bigCartItems] = [1_000, 20];
const orderedCount = 3_000;

const cartCase = { data: emptyData, reference: 'bareWrite', setup: openShop } as const;

const cartCount = async (world: BenchWorld): Promise<number> =>
  (await get<{ total: number }>(world, 'carts?limit=1')).total;

/** Observes how many bytes Redis allocates for each cart. */
const observeBytes = async (world: BenchWorld) => {
  const [bytes, count] = [await allocatedBytes(world), await cartCount(world)];
  return async (): Promise<string> => {
    const made = (await cartCount(world)) - count;
    return `${Math.round(((await allocatedBytes(world)) - bytes) / made)} bytes of Redis for each of ${made} carts`;
  };
};

const cartCreation: BenchCase = {
  ...cartCase,
  observe: observeBytes,
  name: 'cart creation',
  description: 'three line items by SKU: products, prices and taxes are looked up',
  requests: async ({ projectKey }) =>
    Array.from({ length: draftsCount }, (_, number) => ({
      method: 'POST',
      path: `/${projectKey}/carts`,
      body: JSON.stringify(cartDraft(3, number, '@unique@')),
    })),
};

const addLineItem: BenchCase = {
  ...cartCase,
  name: 'cart, one more line item',
  description: 'addLineItem to a cart with 20 line items (the carts grow by one per round)',
  requests: async world => {
    const made = await createMany(bigCartsCount, () => newCart(world, bigCartItems));
    return made.map(({ id, version }, at) => ({
      method: 'POST',
      path: `/${world.projectKey}/carts/${id}`,
      version,
      body: `{"version":@version@,"actions":[{"action":"addLineItem","sku":"${skuOf(at)}","quantity":1,"key":"k-@unique@"}]}`,
    }));
  },
};

/** The names do not contain "cart", because builds without discounts on products cannot run these cases. */
const discountedCases: readonly BenchCase[] = [
  {
    ...cartCreation,
    name: 'product discounts, creation',
    description: 'carts with three line items by SKU, in a project with 20 discounts on products',
    setup: openDiscountedShop,
  },
  {
    ...addLineItem,
    name: 'product discounts, one more line item',
    description: 'addLineItem to a cart with 20 line items, in a project with 20 discounts on products',
    setup: openDiscountedShop,
  },
];

const ordering = (inventoryMode: string) => ({
  ...cartCase,
  once: true,
  connections: 32,
  requests: async (world: BenchWorld) => {
    const made = await createMany(orderedCount, () => newCart(world, 3, inventoryMode));
    const path = `/${world.projectKey}/orders`;
    return made.map(cart => ({ method: 'POST' as const, path, body: JSON.stringify(orderOf(cart)) }));
  },
});

const orderFromCart: BenchCase = {
  ...ordering('None'),
  name: 'order from cart',
  description: 'three line items without stock; the commit sets the cart to Ordered; 32 connections',
  timesOfReadMax: 15,
};

const orderReserving: BenchCase = {
  ...ordering('ReserveOnOrder'),
  name: 'order from cart, reserving stock',
  description: 'the same, while every order reserves three of the same 100 SKUs',
};

const checkoutsPerSecond = 50;

/** Creates carts at a constant rate and orders each of them immediately. */
const checkouts = async (world: BenchWorld, seconds: number): Promise<string> => {
  const tookMs: number[] = [];
  const checkout = async (): Promise<void> => {
    const startMs = performance.now();
    await post(world, 'orders', orderOf(await newCart(world, 3, 'ReserveOnOrder')));
    tookMs.push(performance.now() - startMs);
  };
  const running: Promise<void>[] = [];
  const startMs = performance.now();
  for (let count = 0; count < checkoutsPerSecond * seconds; count++) {
    await setTimeout(Math.max(0, startMs + (count * 1_000) / checkoutsPerSecond - performance.now()));
    running.push(checkout());
  }
  const failed = (await Promise.allSettled(running)).filter(({ status }) => status === 'rejected').length;
  const [p99Ms = 0] = quantiles(tookMs, 0.99);
  return `${tookMs.length} checkouts (cart and order), ${failed} failed, p99 ${p99Ms.toFixed(0)} ms`;
};

const customersCount = 200;
const password = 'a password of 2026';
/** Delays the sign-ins until the measurement, which follows the warm-up. */
const delayMs = 3_000;

const emailOf = (number: number): string => `sign-in-${number}@example.com`;

const createCustomers = oncePer(async (world: BenchWorld): Promise<string> => {
  await createMany(customersCount, number => post(world, 'customers', { email: emailOf(number), password }));
  return `${customersCount} customers`;
});

const signIns = async (world: BenchWorld): Promise<string> => {
  await setTimeout(delayMs);
  const startMs = performance.now();
  const signIn = (_: unknown, number: number) => post(world, 'login', { email: emailOf(number), password });
  const results = await Promise.allSettled(Array.from({ length: customersCount }, signIn));
  const failed = results.filter(({ status }) => status === 'rejected').length;
  return (
    `${customersCount} sign-ins at once took ${((performance.now() - startMs) / 1_000).toFixed(1)} s, ` +
    `${failed} failed`
  );
};

/** The p99 beside sign-ins should be at most twice that of the reads alone. */
const reads = { connections: 8, requests: orderById.requests } as const;

const readsBeside: readonly BenchCase[] = [
  { ...reads, name: 'order reads, no checkouts', description: 'orders by id, 8 connections' },
  {
    ...reads,
    name: 'order reads, 50 checkouts per second',
    description: 'the same, while 50 carts of different customers are created and ordered per second',
    data: ownOrders,
    setup: openShop,
    runAlongside: checkouts,
  },
  {
    ...reads,
    name: 'order reads, 200 sign-ins at once',
    description: 'orders by id, 8 connections, while 200 customers sign in at the same moment (argon2id)',
    data: ownOrders,
    setup: createCustomers,
    runAlongside: signIns,
  },
];

export const cartCases: readonly BenchCase[] = [
  cartCreation,
  addLineItem,
  ...discountedCases,
  orderFromCart,
  orderReserving,
  ...readsBeside,
];
