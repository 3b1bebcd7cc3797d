import type { Logger } from 'pino';
import { ApiError } from '../../base/errors/ApiError.js';
import { type ChangeOf, rewriteResource } from '../../engine/commit/rewriteResource.js';
import type { StoredResource } from '../../engine/define/Base.js';
import type { Engine } from '../../engine/Engine.js';
import { loadManyStored } from '../../engine/loadResources.js';
import { type IdList, type ListBounds, wholeList } from '../../store/DataStore.js';

export interface RewritingOptions {
  readonly engine: Engine;
  readonly projectKey: string;
  readonly log: Logger;
  /** Receives the progress in percent. */
  readonly progress: (percent: number) => Promise<void>;
  /** Is awaited between two steps, and may throw to interrupt. */
  readonly pause: () => Promise<void>;
}

/** A list of resources, and the change of each; only bodies that `mayConcern` selects are opened. */
export interface RewrittenList {
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
