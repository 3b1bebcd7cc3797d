/** Creates, changes and deletes resources of all kinds except orders, which no other writer changes. */
import { setTimeout } from 'node:timers/promises';
import { type Change, kinds, type ResourceKind, type Shop, type Shown } from './kinds.js';
import type { LoadOptions } from './LoadOptions.js';
import { accepts, type Outcome, outcomeOf, type ResourceEntry } from './Ledger.js';

/** The pause of a writer after a request without a response. */
const pauseMs = 20;
const deletedShare = 0.05;

export class ResourceWriter {
  #number = 0;
  readonly #entries = new Map<ResourceKind, ResourceEntry>();
  isStopped = false;

  constructor(
    private readonly name: string,
    private readonly options: LoadOptions,
    private readonly shop: Shop,
  ) {}

  #marker(): string {
    return `${this.name}x${this.#number++}`;
  }

  async #send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ outcome: Outcome; status: number; resource: Shown }> {
    const { client, projectKey, ledger } = this.options;
    const answer = await client.send(method, `/${projectKey}/${path}`, body);
    const status = answer?.status ?? 0;
    const outcome = outcomeOf(status);
    if (method !== 'GET' && outcome === 'acknowledged') ledger.acknowledge();
    if (outcome === 'open') {
      if (method !== 'GET') ledger.open++;
      await setTimeout(pauseMs);
    }
    return { outcome, status, resource: answer?.json as Shown };
  }

  async create(kind: ResourceKind): Promise<void> {
    const { shop } = this;
    const { ledger } = this.options;
    const key = `${this.#marker()}-${kind.path}`;
    const entry: ResourceEntry = { kind, key, creation: 'open', possible: [], losses: [] };
    ledger.resources.push(entry);
    const { outcome, status, resource } = await this.#send('POST', kind.path, kind.draft(key, this.#marker(), shop));
    entry.creation = outcome;
    if (outcome === 'refused')
      ledger.addFailure(`${kind.path}/${key} was not created: ${status} ${JSON.stringify(resource)}`);
    if (outcome !== 'acknowledged') return;
    this.#know(entry, resource);
    this.#entries.set(kind, entry);
  }

  #know(entry: ResourceEntry, resource: Shown): void {
    entry.id = resource.id;
    entry.known = { version: resource.version, text: entry.kind.textOf(resource), sinceMs: performance.now() };
  }

  #pathOf({ kind, key, id }: ResourceEntry): string {
    return kind.replaced?.pathOf(key) ?? `${kind.path}/${id}`;
  }

  async update(entry: ResourceEntry): Promise<void> {
    const { random } = this.options;
    await this.#change(entry, entry.kind.change(entry.known!.text, this.#marker(), random, this.shop));
  }

  async #change(entry: ResourceEntry, { actions, text }: Change): Promise<void> {
    const { ledger } = this.options;
    const { kind, key, known } = entry;
    const { version } = known!;
    const { replaced } = kind;
    const { outcome, status, resource } = await (replaced === undefined
      ? this.#send('POST', this.#pathOf(entry), { version, actions })
      : this.#send('POST', kind.path, replaced.draft(key, version, text)));
    if (outcome === 'acknowledged') {
      this.#know(entry, resource);
      if (entry.known!.text !== text || entry.known!.version !== version + 1)
        ledger.addFailure(`${kind.path}/${key}: the change to '${text}' became ${JSON.stringify(entry.known)}`);
      return;
    }
    if (outcome === 'refused') this.#noteRefusal(entry, status, resource);
    if (outcome === 'open') entry.possible.push(text);
    await this.#reload(entry);
  }

  /** Only an earlier update without a response may have changed the version. */
  #noteRefusal({ known, possible, losses }: ResourceEntry, status: number, resource: Shown): void {
    if (status !== 409 || possible.length === 0)
      losses.push({ text: `refused with ${status} ${JSON.stringify(resource)}`, ms: known!.sinceMs });
  }

  /** Reads a resource until its state is known. */
  async #reload(entry: ResourceEntry): Promise<void> {
    while (!this.isStopped) {
      const { outcome, status, resource } = await this.#send('GET', this.#pathOf(entry));
      if (outcome === 'open') continue;
      if (outcome === 'acknowledged') this.#compare(entry, resource);
      else {
        entry.losses.push({ text: `is read with ${status}`, ms: entry.known!.sinceMs });
        this.#entries.delete(entry.kind);
      }
      return;
    }
  }

  #compare(entry: ResourceEntry, resource: Shown): void {
    const { known, kind } = entry;
    const shown = { version: resource.version, text: kind.textOf(resource) };
    if (!accepts(entry, shown))
      entry.losses.push({ text: `shows '${shown.text}' as version ${shown.version}`, ms: known!.sinceMs });
    // A change that is read but was not acknowledged is no promise: a takeover may revert it.
    else if (shown.version > known!.version) entry.known = { ...shown, sinceMs: performance.now(), before: known };
  }

  /** Deletes a resource; a published product is unpublished first. */
  async remove(entry: ResourceEntry): Promise<void> {
    const { kind } = entry;
    const needed = kind.beforeDeletion?.(entry.known!.text);
    if (needed !== undefined) await this.#change(entry, needed);
    if (this.isStopped || !this.#entries.has(kind) || kind.beforeDeletion?.(entry.known!.text) !== undefined) return;
    this.#entries.delete(kind);
    entry.deletion = 'open';
    const path = `${this.#pathOf(entry)}?version=${entry.known!.version}`;
    const { outcome, status, resource } = await this.#send('DELETE', path);
    entry.deletion = outcome;
    entry.deletedMs = performance.now();
    if (outcome === 'refused') this.#noteRefusal(entry, status, resource);
  }

  async run(): Promise<void> {
    const { random, restMs } = this.options;
    while (!this.isStopped) {
      if (restMs !== undefined) await setTimeout(restMs);
      const kind = kinds[Math.floor(random() * kinds.length)]!;
      const entry = this.#entries.get(kind);
      if (entry === undefined) await this.create(kind);
      else if (random() < deletedShare) await this.remove(entry);
      else await this.update(entry);
    }
  }
}
