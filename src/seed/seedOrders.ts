import { composeNewResource } from '../engine/commit/composeCreation.js';
import { collectCreationNeeds } from '../engine/commit/load.js';
import type { Context } from '../engine/define/Context.js';
import type { ProjectSettings } from '../engine/define/ProjectSettings.js';
import { ReferenceCollector } from '../engine/references/ReferenceCollector.js';
import { resolveReferences } from '../engine/references/resolveReferences.js';
import type { Engine } from '../engine/Engine.js';
import { required } from '../errors/required.js';
import { orderDraft } from './orderDraft.js';
import { Random } from './Random.js';

export interface SeedOptions {
  readonly projectKey: string;
  readonly orders: number;
  readonly seed: number;
  /** Is called with the number of written orders. */
  readonly onProgress?: (written: number) => void;
}

const writesAtOnce = 64;
const dayMs = 86_400_000;
const spanMs = 2 * 365 * dayMs;

/** Disables the messages of orders that are older than the retention time of messages. */
const settingsAt = (project: ProjectSettings, ageMs: number): ProjectSettings => ({
  ...project,
  messages: {
    ...project.messages,
    enabled: project.messages.enabled && ageMs < project.messages.deleteDaysAfterCreation * dayMs,
  },
});

/**
 * Imports sample orders by the engine's own creation and commit, dated over the last two years; returns their number.
 */
export const seedOrders = async (
  { engine }: { readonly engine: Engine },
  { projectKey, orders, seed, onProgress }: SeedOptions,
): Promise<number> => {
  const project = await engine.settings(projectKey);
  const resourceType = required(engine.resourceTypes.get('order'), 'the resource type of orders');
  const { creation, validate, identifiers } = required(resourceType.creations.get('import'), 'the import of orders');
  const random = new Random(seed);
  const endMs = Date.now();
  const prefix = `${projectKey.toUpperCase()}-${endMs.toString(36).toUpperCase()}`;

  const write = async (number: number): Promise<void> => {
    const draft = orderDraft(random, prefix, number, orders);
    const [problem] = validate(draft);
    if (problem !== undefined) throw new Error(`a sample order is invalid: ${problem.message}`);
    const references = new ReferenceCollector();
    references.collectFrom(draft, identifiers);
    collectCreationNeeds(references, creation, draft);
    const ageMs = Math.floor(spanMs * (1 - number / orders));
    const context: Context = {
      ...(await resolveReferences(engine, settingsAt(project, ageMs), references)),
      now: new Date(endMs - ageMs).toISOString(),
    };
    const { changeSet } = composeNewResource(engine, resourceType, creation, draft, { clientId: 'seed' }, context);
    await engine.store.commit(changeSet);
  };

  for (let first = 1; first <= orders; first += writesAtOnce) {
    const last = Math.min(orders, first + writesAtOnce - 1);
    await Promise.all(Array.from({ length: last - first + 1 }, (_, index) => write(first + index)));
    onProgress?.(last);
  }
  return orders;
};
