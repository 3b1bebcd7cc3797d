/**
 * Sums over the resources of a project by day, which commits keep (docs/decisions/figures.md): a hash for each name and
 * day in UTC.
 */
import { toPairs } from '../base/lists.js';
import { scanPages } from '../base/redis/deleteKeys.js';
import type { RedisClient } from '../base/redis/connect.js';
import { keys } from './keys.js';

const daySeconds = 86_400;

/** The number of days that sums are kept for, including the current one. */
export const totalDaysMax = 92;

/** The second at which the sums of a day expire. */
export const totalsEndAt = (day: string): number => Date.parse(day) / 1_000 + totalDaysMax * daySeconds;

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days whose sums are kept, the newest first; `days` limits them. */
export const totalDays = (nowMs: number, days = totalDaysMax): string[] =>
  Array.from({ length: days }, (_, ago) => dayAt(nowMs - ago * daySeconds * 1_000));

/** Bounds the fields that are read at once, so that a large day holds Redis no longer than a small one. */
const fieldsAtOnce = 1_000;

/** All sums of a day, by their members. */
export const readTotals = async (
  redis: RedisClient,
  projectKey: string,
  name: string,
  day: string,
): Promise<ReadonlyMap<string, number>> => {
  const sums = new Map<string, number>();
  const key = keys.totals(projectKey, name, day);
  for await (const page of scanPages(cursor => redis.hscan(key, cursor, 'COUNT', fieldsAtOnce)))
    for (const [member, sum] of toPairs(page)) sums.set(member, Number(sum));
  return sums;
};
