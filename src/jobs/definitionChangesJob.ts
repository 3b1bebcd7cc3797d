import type { Logger } from 'pino';
import { ApiError, required } from '../base/errors/ApiError.js';
import { type ChangeOf, rewriteResource } from '../engine/commit/rewriteResource.js';
import type { StoredResource } from '../engine/define/Base.js';
import type { Engine } from '../engine/Engine.js';
import { loadManyStored, loadBatches, loadShared } from '../engine/loadResources.js';
import { type IdList, type ListBounds, wholeList } from '../store/DataStore.js';
import { limits } from '../base/config/limits.js';
import {
  nestedTypesIn,
  productChange,
  readAttributeDefinitions,
} from '../commerce/resources/product/followDefinitions.js';
import type { Product } from '../commerce/resources/product/members.js';
import { changeByProduct } from '../commerce/resources/productTailoring/attributes.js';
import type { ProductTailoring } from '../commerce/resources/productTailoring/members.js';
import type { ProductType } from '../commerce/resources/productType/members.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import { timeOfCount } from '../store/CommitClock.js';
import { customFieldHoldersOf, fieldsChange } from '../commerce/resources/shared/removedFields.js';
import type { Type } from '../commerce/resources/type.js';
import { composeRemoval } from '../engine/commit/companionWrites.js';
import { type DefinitionChange, readDefinitionChanges } from '../commerce/resources/definitionChange.js';
import { type Job, type JobRun, pauseJob } from './Job.js';
import type { NotedRun } from './notedJobs.js';
import { definitionChangesQueueName } from './queueNames.js';

interface RewritingOptions {
  readonly engine: Engine;
  readonly projectKey: string;
  readonly log: Logger;
  /** Receives the progress in percent. */
  readonly progress: (percent: number) => Promise<void>;
  /** Is awaited between two steps, and may throw to interrupt. */
  readonly pause: () => Promise<void>;
}

/** A list of resources, and the change of each; only bodies that `mayConcern` selects are opened. */
interface RewrittenList {
  readonly typeId: string;
  readonly list: IdList;
  readonly bounds?: ListBounds;
  readonly mayConcern?: (body: Buffer) => boolean;
  readonly changeOf: ChangeOf;
  /** Receives the ids of the examined resources. */
  readonly afterStep?: (ids: readonly string[]) => Promise<void>;
}

/** Resources that are read, changed and committed at once. */
const stepSize = 50;
const donePercent = 99;

/** Walks lists of resources, rewrites resources that do not follow their definitions, and counts. */
export class Rewriting {
  examined = 0;
  rewritten = 0;
  /** Resources that cannot be stored as the definitions ask for, such as those that would be too large. */
  failed = 0;
  #total = 0;

  constructor(readonly options: RewritingOptions) {}

  /** Adds the length of a list to the total of the progress. */
  async expect({ typeId, list, bounds = wholeList }: Pick<RewrittenList, 'typeId' | 'list' | 'bounds'>): Promise<void> {
    const { engine, projectKey } = this.options;
    const { from, to } = await engine.store.rankRange(projectKey, typeId, list, bounds);
    this.#total += to - from;
  }

  async rewrite(walked: RewrittenList): Promise<void> {
    const { engine, projectKey, pause, progress } = this.options;
    const { typeId, list, bounds = wholeList, afterStep } = walked;
    const walk = { direction: 'asc', chunkSize: stepSize } as const;
    for await (const ids of engine.store.walk(projectKey, typeId, list, bounds, walk)) {
      await this.#rewriteSome(walked, ids);
      await afterStep?.(ids);
      this.examined += ids.length;
      await progress(Math.min(donePercent, Math.floor((100 * this.examined) / Math.max(1, this.#total))));
      await pause();
    }
  }

  async #rewriteSome({ typeId, mayConcern, changeOf }: RewrittenList, ids: readonly string[]): Promise<void> {
    const { engine, projectKey } = this.options;
    const found = await loadManyStored<StoredResource>(engine, projectKey, typeId, ids);
    const concerned = [...found].filter(([, { document }]) => mayConcern?.(document.body) !== false);
    await Promise.all(concerned.map(([id, stored]) => this.#rewriteOne(typeId, id, stored, changeOf)));
  }

  async #rewriteOne(typeId: string, id: string, stored: StoredResource, changeOf: ChangeOf): Promise<void> {
    const { engine, projectKey, log } = this.options;
    try {
      if (await rewriteResource({ engine, projectKey, typeId }, id, changeOf, stored)) this.rewritten++;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      this.failed++;
      log.error({ err: error, projectKey, typeId, resourceId: id }, 'a resource cannot follow a definition');
    }
  }
}

/** The ids of a product type and of those that it is nested in, at any depth. */
const typesWith = async (engine: Engine, projectKey: string, id: string): Promise<ReadonlySet<string>> => {
  const all: ProductType[] = [];
  for await (const types of loadBatches<ProductType>(engine, projectKey, 'product-type', limits.productTypesMax))
    all.push(...types);
  const found = new Set([id]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const type of all) if (nestedTypesIn(type).some(nested => found.has(nested))) found.add(type.id);
  }
  return found;
};

const hasTailorings = async ({ store }: Engine, projectKey: string): Promise<boolean> =>
  (await store.idsInRange(projectKey, 'product-tailoring', { by: 'id' }, { from: 0, to: 1 })).length > 0;

/** Rewrites the products of a product type and of those that it is nested in, and the tailorings of these products. */
export const followAttributesIn = async (rewriting: Rewriting, productTypeId: string): Promise<void> => {
  const { engine, projectKey } = rewriting.options;
  const lists = [...(await typesWith(engine, projectKey, productTypeId))].map(value => ({
    typeId: 'product',
    list: { by: 'value', path: 'productType.id', value } as const,
  }));
  for (const list of lists) await rewriting.expect(list);
  const tailored = await hasTailorings(engine, projectKey);
  const followTailorings = async (productIds: readonly string[]): Promise<void> => {
    for (const value of productIds)
      await rewriting.rewrite({
        typeId: 'product-tailoring',
        list: { by: 'value', path: 'product.id', value },
        changeOf: tailoring => changeByProduct(engine, projectKey, tailoring as ProductTailoring),
      });
  };
  for (const list of lists)
    await rewriting.rewrite({
      ...list,
      changeOf: async product =>
        productChange(
          product as Product,
          await readAttributeDefinitions(engine, projectKey, (product as Product).productType.id),
        ),
      afterStep: tailored ? followTailorings : undefined,
    });
};

/** Rewrites all resources with custom fields that their Type does not declare any more. */
export const followFieldsIn = async (rewriting: Rewriting, id: string): Promise<void> => {
  const { engine, projectKey } = rewriting.options;
  const readType = async () =>
    (await loadShared(engine, await engine.shared(projectKey), projectKey, 'type', [id])).get(id);
  const type = (await readType())?.resource as Type | undefined;
  if (type === undefined) return;
  const concerned = [...engine.resourceTypes.values()].filter(resourceType => {
    const holders = customFieldHoldersOf(resourceType);
    return !resourceType.isImmutable && type.resourceTypeIds.some(holder => holders.has(holder));
  });
  const rewrite = async (resourceType: ResourceType, sinceMs?: number): Promise<void> =>
    rewriting.rewrite({
      typeId: resourceType.typeId,
      ...(sinceMs === undefined
        ? { list: { by: 'id' } }
        : { list: { by: 'lastModifiedAt' }, bounds: { from: String(sinceMs), to: '+' } }),
      mayConcern: body => body.includes(id),
      changeOf: async resource => {
        const stored = await readType();
        const definitions = stored === undefined ? [] : [{ typeId: 'type', resource: stored.resource }];
        const typeOf = (typeId: string) => (typeId === id ? (stored?.resource as Type | undefined) : undefined);
        return fieldsChange(resourceType, resource, typeOf, definitions);
      },
    });
  for (const { typeId } of concerned) await rewriting.expect({ typeId, list: { by: 'id' } });
  // A pass may have missed only resources that were written since it began.
  const lastTime = async (): Promise<number> => timeOfCount(await engine.store.commitCount(projectKey));
  let sinceMs = await lastTime();
  for (const resourceType of concerned) await rewrite(resourceType);
  // A resource may have been made meanwhile of one that was still to be rewritten, such as an order of a cart.
  for (let before = -1; rewriting.rewritten > before; ) {
    before = rewriting.rewritten;
    const startMs = await lastTime();
    for (const resourceType of concerned) await rewrite(resourceType, sinceMs);
    sinceMs = startMs;
  }
};

interface DefinitionChangesJobOptions {
  readonly engine: Engine;
  readonly log: Logger;
  readonly lockMs?: number;
}

/** Pause between two steps, for requests. */
const pauseMs = 2;
const concurrency = 2;

/** Deletes notes that another run may delete at the same time. */
const forget = async (engine: Engine, projectKey: string, notes: readonly DefinitionChange[]): Promise<void> => {
  const resourceType = required(engine.resourceTypes.get('definition-change'), 'the resource type of notes');
  for (const note of notes)
    await engine.store.commit(composeRemoval(engine, projectKey, resourceType, [note])).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
};

const run = async (
  { engine, log }: DefinitionChangesJobOptions,
  { projectKey, noteId }: NotedRun,
  signal: AbortSignal,
  jobRun: JobRun,
): Promise<string> => {
  const changes = await readDefinitionChanges(engine, projectKey);
  const change = changes.find(({ id }) => id === noteId);
  if (change === undefined) return 'over';
  const { definitionTypeId, definitionId } = change;
  // One run follows all pending changes of a definition.
  const notes = changes.filter(each => each.definitionId === definitionId);
  const rewriting = new Rewriting({
    engine,
    projectKey,
    log,
    progress: percent => jobRun.progress(percent),
    pause: () => pauseJob(signal, pauseMs),
  });
  const follow = definitionTypeId === 'product-type' ? followAttributesIn : followFieldsIn;
  await follow(rewriting, definitionId);
  await forget(engine, projectKey, notes);
  const { examined, rewritten, failed } = rewriting;
  log.info(
    { projectKey, definitionTypeId, definitionId, examined, rewritten, failed },
    'resources follow a definition',
  );
  return `${rewritten} of ${examined} rewritten${failed > 0 ? `, ${failed} failed` : ''}`;
};

/**
 * Rewrites the resources that a changed product type or Type concerns, as docs/decisions/definitions.md tells. The
 * commit of the change leaves a note, which a run deletes at its end: a run that stopped with its process starts anew
 * in another one, and finds most resources as they should be.
 */
export const definitionChangesJob = (options: DefinitionChangesJobOptions): Job => ({
  name: definitionChangesQueueName,
  concurrency,
  lockMs: options.lockMs,
  run: (signal, jobRun) => run(options, jobRun.data as NotedRun, signal, jobRun),
});
