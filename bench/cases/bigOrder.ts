import { required } from '../../src/errors/required.js';
import { ReferenceCollector } from '../../src/engine/references/ReferenceCollector.js';
import { resolveReferences } from '../../src/engine/references/resolveReferences.js';
import { orderImport } from '../../src/resources/order/orderImport.js';
import { composeNewResource } from '../../src/engine/commit/composeCreation.js';
import { collectCreationNeeds } from '../../src/engine/commit/load.js';
import type { BenchWorld } from '../BenchWorld.js';
import type { BenchCase } from './BenchCase.js';
import { updatesOf } from './orderUpdate.js';

const lineItemsCount = 500;
const ordersCount = 64;

const ids: string[] = [];

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

/** Imports the orders like the endpoint does; returns the length of one. */
const setup = async ({ services: { engine, store }, projectKey, clientId }: BenchWorld): Promise<string> => {
  const resourceType = required(engine.resourceTypes.get('order'), 'the resource type of orders');
  const draft = {
    totalPrice: { currencyCode: 'EUR', centAmount: 1_000_000 },
    lineItems: Array.from({ length: lineItemsCount }, lineItem),
  };
  const references = new ReferenceCollector();
  collectCreationNeeds(references, orderImport, draft);
  const context = await resolveReferences(engine, await engine.settings(projectKey), references);
  while (ids.length < ordersCount) {
    const { changeSet, resource } = composeNewResource(
      engine,
      resourceType,
      orderImport as never,
      draft,
      { clientId },
      context,
    );
    await store.commit(changeSet);
    ids.push(resource.id);
  }
  return `${lineItemsCount} line items, ${(await store.body(projectKey, 'order', required(ids[0], 'the first id')))?.length} bytes`;
};

export const bigOrderRead: BenchCase = {
  name: 'big order, read',
  description: 'an order with 500 line items by id',
  setup,
  requests: async ({ projectKey }) => ids.map(id => ({ method: 'GET', path: `/${projectKey}/orders/${id}` })),
};

export const bigOrderUpdate: BenchCase = {
  name: 'big order, update',
  description: 'setCustomerEmail on an order with 500 line items; 16 connections',
  connections: 16,
  setup,
  requests: world => updatesOf(world, ids, [{ action: 'setCustomerEmail', email: 'customer-@unique@.example.com' }]),
};
