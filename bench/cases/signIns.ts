import { setTimeout } from 'node:timers/promises';
import { createMany, post } from '../shop.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { readers, reading } from './carts.js';
import { oncePer } from '../world/once.js';
import type { BenchCase } from './BenchCase.js';
import { ownOrders } from './caseData.js';

const customersCount = 200;
const password = 'a password of 2026';
const run = Date.now().toString(36);
/** Delay until the measurement after the warm-up. */
const delayMs = 3_000;

const emailOf = (number: number): string => `sign-in-${run}-${number}@example.com`;

const setup = oncePer(async (world: BenchWorld): Promise<string> => {
  await createMany(customersCount, number => post(world, 'customers', { email: emailOf(number), password }));
  return `${customersCount} customers`;
});

/** Signs in all customers at the same time. */
const burst = async (world: BenchWorld): Promise<string> => {
  await setTimeout(delayMs);
  const begin = performance.now();
  const results = await Promise.allSettled(
    Array.from({ length: customersCount }, (_, number) => post(world, 'login', { email: emailOf(number), password })),
  );
  const failed = results.filter(({ status }) => status === 'rejected').length;
  return `${customersCount} sign-ins at once took ${((performance.now() - begin) / 1_000).toFixed(1)} s, ${failed} failed`;
};

/** To compare with `order reads, no checkouts`: the p99 should be at most twice as long. */
export const readsBesideSignIns: BenchCase = {
  name: 'order reads, 200 sign-ins at once',
  description: 'orders by id, 8 connections, while 200 customers sign in at the same moment (argon2id)',
  data: ownOrders,
  connections: readers,
  setup,
  requests: async world => reading(world),
  runAlongside: burst,
};
