import { createResource } from '../../engine/commit/pipeline.js';
import type { Engine } from '../../engine/Engine.js';
import { historyMs } from './choices.js';
import { orderDraft } from './orderDraft.js';
import { Story } from './Story.js';

export interface SeedOptions {
  readonly projectKey: string;
  readonly orders: number;
  readonly seed: number;
  /** Is called with the number of written orders. */
  readonly onProgress?: (written: number) => void;
}

const writesAtOnce = 64;

/** Imports sample orders, dated over the last two years; returns their number. */
export const seedOrders = async (
  { engine }: { readonly engine: Engine },
  { projectKey, orders, seed, onProgress }: SeedOptions,
): Promise<number> => {
  const untilMs = Date.now();
  const prefix = `${projectKey.toUpperCase()}-${untilMs.toString(36).toUpperCase()}`;
  const write = async (number: number): Promise<void> => {
    const story = new Story({ engine, projectKey, seed, untilMs, run: prefix }, `import ${number}`);
    story.at(untilMs - Math.floor(historyMs * (1 - number / orders)));
    const draft = orderDraft(story.random, prefix, number, orders);
    await story.send(createResource, 'order', draft, { creation: 'import' });
  };
  for (let first = 1; first <= orders; first += writesAtOnce) {
    const last = Math.min(orders, first + writesAtOnce - 1);
    await Promise.all(Array.from({ length: last - first + 1 }, (_, index) => write(first + index)));
    onProgress?.(last);
  }
  return orders;
};
