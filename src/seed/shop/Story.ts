import type { Base } from '../../engine/define/Base.js';
import type { ProjectSettings } from '../../engine/define/ProjectSettings.js';
import { createResource, updateResource } from '../../engine/commit/pipeline.js';
import type { Engine } from '../../engine/Engine.js';
import type { ResourceRequest } from '../../engine/ResourceRequest.js';
import { required } from '../../errors/required.js';
import { dayMs } from './time.js';
import { SeedSource } from './SeedSource.js';

export interface StoryOptions {
  readonly engine: Engine;
  readonly projectKey: string;
  readonly seed: number;
  /** The end of the shop's history. */
  readonly untilMs: number;
}

type StoryRequest = Pick<ResourceRequest, 'creation' | 'address'>;

/**
 * Writes what belongs together, such as an order with its payment, through the stages of the API, at times and with ids
 * that do not depend on when it runs. API extensions are not called.
 */
export class Story {
  readonly #engine: Engine;
  readonly #source: SeedSource;
  #nowMs: number;

  constructor(
    private readonly options: StoryOptions,
    name: string,
  ) {
    const { engine, seed, untilMs } = options;
    this.#nowMs = untilMs;
    this.#source = new SeedSource(`${seed} ${name}`);
    this.#engine = {
      ...engine,
      extensionCaller: undefined,
      now: () => new Date(this.#nowMs),
      newId: () => this.#source.newId(),
      settings: async projectKey => this.#settingsAt(await engine.settings(projectKey)),
    };
  }

  get random() {
    return this.#source.random;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  newId(): string {
    return this.#source.newId();
  }

  /** Sets the time of what is written next. */
  at(timeMs: number): this {
    this.#nowMs = timeMs;
    return this;
  }

  /** Creates a resource from its draft; `creation` is the path segment of another way to create it. */
  create<T extends Base = Base>(typeId: string, draft: object, creation?: string): Promise<T> {
    return this.#send<T>(createResource, typeId, draft, { creation });
  }

  update<T extends Base>(typeId: string, { id, version }: T, ...actions: readonly object[]): Promise<T> {
    return this.#send<T>(updateResource, typeId, { version, actions }, { address: { field: 'id', value: id } });
  }

  async #send<T>(respond: typeof createResource, typeId: string, content: object, request: StoryRequest): Promise<T> {
    const { body } = await respond(this.#engine, {
      ...request,
      projectKey: this.options.projectKey,
      resourceType: required(this.#engine.resourceTypes.get(typeId), `the resource type ${typeId}`),
      query: new URLSearchParams(),
      body: Buffer.from(JSON.stringify(content)),
      client: { clientId: 'seed' },
    });
    return JSON.parse(body.toString()) as T;
  }

  /** Disables the messages that the retention of messages would have deleted by the end of the shop's history. */
  #settingsAt(project: ProjectSettings): ProjectSettings {
    const { enabled, deleteDaysAfterCreation } = project.messages;
    const isKept = this.options.untilMs - this.#nowMs < deleteDaysAfterCreation * dayMs;
    return { ...project, messages: { ...project.messages, enabled: enabled && isKept } };
  }
}
