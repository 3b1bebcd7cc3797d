import { setTimeout } from 'node:timers/promises';
import { many, post } from '../shop.js';
import type { World } from '../world.js';
import { readers, reading } from './carts.js';
import type { Case } from './case.js';

const customersCount = 200;
const password = 'a password of 2026';
const run = Date.now().toString(36);
/** Behind the warming up, into the measurement. */
const delayMs = 3_000;

const emailOf = (number: number): string => `sign-in-${run}-${number}@example.com`;

let made: Promise<unknown> | undefined;

const prepare = async (world: World): Promise<string> => {
  await (made ??= many(customersCount, number => post(world, 'customers', { email: emailOf(number), password })));
  return `${customersCount} customers`;
};

/** All of them at once. */
const burst = async (world: World): Promise<string> => {
  await setTimeout(delayMs);
  const begin = performance.now();
  const results = await Promise.allSettled(
    Array.from({ length: customersCount }, (_, number) => post(world, 'login', { email: emailOf(number), password })),
  );
  const failed = results.filter(({ status }) => status === 'rejected').length;
  return `${customersCount} sign-ins at once took ${((performance.now() - begin) / 1_000).toFixed(1)} s, ${failed} failed`;
};

/** To be read beside `order reads, nobody buys`: the p99 should at most be twice as long. */
export const readsBesideSignIns: Case = {
  name: 'order reads, 200 sign-ins at once',
  about: 'orders by id, 8 connections, while 200 customers sign in at the same moment (argon2id)',
  connections: readers,
  prepare,
  requests: async world => reading(world),
  beside: burst,
};
