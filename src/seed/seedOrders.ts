/** Imports generated orders through the engine's own creation and commit, as of dates in the past. */
import { composeNewResource } from '../engine/commit/composeCreation.js';
import { collectCreationNeeds } from '../engine/commit/load.js';
import type { Context } from '../engine/define/Context.js';
import type { ProjectSettings } from '../engine/define/ProjectSettings.js';
import { ReferenceCollector } from '../engine/references/ReferenceCollector.js';
import { resolveReferences } from '../engine/references/resolveReferences.js';
import type { Services } from '../services/services.js';
import { orderDraft } from './orderDraft.js';
import { createRandom } from './random.js';

export interface SeedOptions {
  readonly projectKey: string;
  readonly orders: number;
  readonly seed: number;
  /** Called as orders are written. */
  readonly onProgress?: (written: number) => void;
}

const atOnce = 64;
const dayMs = 86_400_000;
const spanMs = 2 * 365 * dayMs;

/** Messages that would be past their retention by now are not written. */
const settingsAt = (project: ProjectSettings, ageMs: number): ProjectSettings => ({
  ...project,
  messages: {
    ...project.messages,
    enabled: project.messages.enabled && ageMs < project.messages.deleteDaysAfterCreation * dayMs,
  },
});

/** Writes the orders, oldest first; returns how many. */
export const seedOrders = async (
  { engine }: Services,
  { projectKey, orders, seed, onProgress }: SeedOptions,
): Promise<number> => {
  const project = await engine.settings(projectKey);
  const resourceType = engine.resourceTypes.get('order')!;
  const { creation, validate, identifiers } = resourceType.creations.get('import')!;
  const random = createRandom(seed);
  const endMs = Date.now();
  const prefix = `${projectKey.toUpperCase()}-${endMs.toString(36).toUpperCase()}`;

  const write = async (number: number): Promise<void> => {
    const draft = orderDraft(random, prefix, number, orders);
    const refused = validate(draft);
    if (refused.length > 0) throw new Error(`a generated order is not valid: ${refused[0]!.message}`);
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

  for (let first = 1; first <= orders; first += atOnce) {
    const last = Math.min(orders, first + atOnce - 1);
    await Promise.all(Array.from({ length: last - first + 1 }, (_, index) => write(first + index)));
    onProgress?.(last);
  }
  return orders;
};
