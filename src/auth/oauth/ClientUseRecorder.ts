import { LRUCache } from 'lru-cache';
import type { Engine } from '../../engine/Engine.js';
import { loadRequested } from '../../engine/loadRequested.js';
import { ReferenceCollector, resolveReferences } from '../../engine/references/resolveReferences.js';
import { composeUpdate } from '../../engine/commit/compose.js';
import { ApiError, required } from '../../base/errors/ApiError.js';
import type { ApiClientRecord } from '../clients/ApiClientRegistry.js';
import type { ApiClient } from '../../commerce/resources/apiClient.js';
import { entryLimit } from '../../base/memory/ReadCache.js';

const rememberedClientsMax = 100_000;

/** Records `lastUsedAt`, the day on which an API client last requested a token: one commit per client and day. */
export class ClientUseRecorder {
  /** The recorded day by client id. */
  readonly #recorded = new LRUCache<string, string>(entryLimit(rememberedClientsMax));

  constructor(private readonly engine: Engine) {}

  async record({ id, projectKey }: Pick<ApiClientRecord, 'id' | 'projectKey'>): Promise<void> {
    const today = this.engine.now().toISOString().slice(0, 10);
    if (this.#recorded.get(id) === today) return;
    this.#recorded.set(id, today);
    try {
      await this.#commit(projectKey, id, today);
    } catch (error) {
      // Another process recorded the use at the same time, or the client is being deleted.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async #commit(projectKey: string, id: string, today: string): Promise<void> {
    const { engine } = this;
    const request = {
      resourceType: required(engine.resourceTypes.get('api-client'), 'the resource type api-client'),
      projectKey,
      client: { clientId: id },
      query: new URLSearchParams(),
      body: new Uint8Array(),
    };
    const stored = await loadRequested(engine, { ...request, locator: { field: 'id', value: id } }, id);
    if ((stored.resource as ApiClient).lastUsedAt === today) return;
    const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
    const change = { changes: { lastUsedAt: today }, messages: [], unreferenced: false };
    await engine.store.commit(composeUpdate(engine, request, stored, change, context).changeSet);
  }
}
