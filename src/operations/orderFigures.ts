/** Orders, revenue and sold products of a project, from the sums that commits keep (docs/decisions/figures.md). */
import { dayMs, hourMs } from '../base/durations.js';
import type { RedisClient } from '../base/redis/connect.js';
import { invalidInput } from '../base/errors/ApiError.js';
import { type OrderTotal, parseOrderTotal } from '../commerce/resources/order/totals.js';
import { readParameters } from '../engine/queryParameters.js';
import { toUtcDateTime } from '../engine/schema/dateTimes.js';
import type { OrderFigures, Sales } from './OrderFiguresResponse.js';
import { readTotals, totalDays, totalDaysMax } from '../store/dailyTotals.js';

const marketsMax = 50;
const soldMax = 5;
const soldDays = 7;

/** The starts of days in milliseconds, at full hours. */
const readStarts = (query: string): number[] => {
  const text = readParameters(query).get('starts') ?? '';
  const starts = text.split(',').map(each => Date.parse(toUtcDateTime(each) ?? ''));
  const isAscending = starts.every((start, at) => at === 0 || start > starts[at - 1]!);
  if (starts.length > totalDaysMax || starts.some(Number.isNaN) || !isAscending)
    throw invalidInput(
      `The query parameter 'starts' is '${text.slice(0, 100)}'; expected 1 to ${totalDaysMax} ascending ` +
        'date-times, separated by commas, such as 2026-11-26T23:00:00.000Z,2026-11-27T23:00:00.000Z.',
    );
  return starts.map(start => start - (start % hourMs));
};

type Sums = Map<string, { readonly group: object; readonly currency: string; orders: number; cents: number }>;

const add = (sums: Sums, group: object, { currency, sum }: OrderTotal, amount: number): void => {
  const name = JSON.stringify([currency, group]);
  let sales = sums.get(name);
  if (sales === undefined) sums.set(name, (sales = { group, currency, orders: 0, cents: 0 }));
  sales[sum === 'count' ? 'orders' : 'cents'] += amount;
};

const listOf = <G>(sums: Sums): (G & Sales)[] =>
  [...sums.values()].map(({ group, ...sales }) => ({ ...(group as G), ...sales }));

/** Finds the day in which an hour is, by its start; undefined before the first. Each hour is parsed once. */
const dayFinder = (starts: readonly number[]): ((hour: string) => string | undefined) => {
  const found = new Map<string, string | undefined>();
  return hour => {
    if (!found.has(hour)) {
      const atMs = Date.parse(hour);
      const start = starts.findLast(each => each <= atMs);
      found.set(hour, start === undefined ? undefined : new Date(start).toISOString());
    }
    return found.get(hour);
  };
};

/** Reads the products that sold most in the last days. */
const readSold = async (redis: RedisClient, projectKey: string, nowMs: number): Promise<OrderFigures['sold']> => {
  const days = totalDays(nowMs, soldDays);
  const quantities = new Map<string, number>();
  for (const sums of await Promise.all(days.map(day => readTotals(redis, projectKey, 'sold', day))))
    for (const [productId, sum] of sums) quantities.set(productId, (quantities.get(productId) ?? 0) + sum);
  return [...quantities]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .sort((a, b) => b.quantity - a.quantity)
    .slice(0, soldMax);
};

export const readOrderFigures = async (
  redis: RedisClient,
  projectKey: string,
  query: string,
  nowMs = Date.now(),
): Promise<OrderFigures> => {
  const starts = readStarts(query);
  const first = starts[0]!;
  const count = Math.floor(nowMs / dayMs) - Math.floor(first / dayMs) + 1;
  const days = totalDays(nowMs, Math.min(Math.max(count, 1), totalDaysMax)).reverse();
  const [totals, sold] = await Promise.all([
    Promise.all(days.map(day => readTotals(redis, projectKey, 'orders', day))),
    readSold(redis, projectKey, nowMs),
  ]);
  const startOf = dayFinder(starts);
  const [byDay, byMarket]: [Sums, Sums] = [new Map(), new Map()];
  totals.forEach((sums, at) =>
    sums.forEach((amount, member) => {
      const total = parseOrderTotal(days[at]!, member);
      const start = startOf(total.hour);
      if (start === undefined) return;
      add(byDay, { start }, total, amount);
      const { country, storeKey } = total;
      add(byMarket, { country, storeKey }, total, amount);
    }),
  );
  return {
    days: listOf<{ start: string }>(byDay).sort(
      (a, b) => a.start.localeCompare(b.start) || a.currency.localeCompare(b.currency),
    ),
    markets: listOf<Pick<OrderTotal, 'country' | 'storeKey'>>(byMarket)
      .sort((a, b) => b.orders - a.orders)
      .slice(0, marketsMax),
    sold,
  };
};
