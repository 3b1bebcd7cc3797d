import { createMany, post } from '../shop.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/once.js';
import type { BenchCase } from './BenchCase.js';
import { emptyData } from './caseData.js';
import { updatesOf } from './orderUpdate.js';

const lineItemsCount = 500;
const ordersCount = 64;
/**
 * Below the number of reads that the server admits however long they take (src/shedding/ReadLimiter.ts). More big
 * responses at once take longer than QUEUE_WAIT_MS allows, and the server refuses some of them, as it should.
 */
const connections = 16;

const lineItem = (_: unknown, at: number) => ({
  name: { en: `Item ${at}`, de: `Ware ${at}` },
  quantity: 2,
  variant: {
    sku: `SKU-${at}`,
    attributes: [
      { name: 'colour', value: 'blue' },
      { name: 'size', value: 'M' },
    ],
  },
  price: { value: { currencyCode: 'EUR', centAmount: 1_000 + at } },
});

const importOrders = oncePer(async (world: BenchWorld): Promise<string[]> => {
  const draft = {
    totalPrice: { currencyCode: 'EUR', centAmount: 1_000_000 },
    lineItems: Array.from({ length: lineItemsCount }, lineItem),
  };
  return (await createMany(ordersCount, () => post(world, 'orders/import', draft))).map(({ id }) => id);
});

const setup = async (world: BenchWorld): Promise<string> => {
  await importOrders(world);
  return `${lineItemsCount} line items`;
};

export const bigOrderRead: BenchCase = {
  name: 'big order, read',
  description: 'an order with 500 line items by id; 16 connections',
  connections,
  data: emptyData,
  setup,
  requests: async world =>
    (await importOrders(world)).map(id => ({ method: 'GET', path: `/${world.projectKey}/orders/${id}` })),
};

export const bigOrderUpdate: BenchCase = {
  name: 'big order, update',
  description: 'setCustomerEmail on an order with 500 line items; 16 connections',
  connections,
  data: emptyData,
  setup,
  requests: async world =>
    updatesOf(world, await importOrders(world), [
      { action: 'setCustomerEmail', email: 'customer-@unique@.example.com' },
    ]),
};
