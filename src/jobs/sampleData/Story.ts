import { createHash } from 'node:crypto';
import { dayMs } from '../../base/durations.js';
import type { Base } from '../../engine/define/Base.js';
import type { ProjectSettings } from '../../engine/define/ProjectSettings.js';
import { createResource, updateResource } from '../../engine/commit/pipeline.js';
import { type Engine, withClock } from '../../engine/Engine.js';
import type { ResourceRequest, Response } from '../../engine/ResourceRequest.js';
import { required } from '../../base/errors/ApiError.js';
import { Random } from './choices.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A UUID of version 4 from given bytes. */
const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * The random choices and ids of one part of the sample data. They depend on its name alone, so that parts can be
 * written in any order. Ids are digests, since the short cycle of `Random` would repeat some.
 */
class SeedSource {
  readonly random: Random;
  #ids = 0;

  constructor(
    name: string,
    private readonly idName: string,
  ) {
    this.random = new Random(digest(name).readUInt32BE());
  }

  newId(): string {
    this.#ids++;
    return uuidOf(digest(`${this.idName} ${this.#ids}`));
  }
}

export interface StoryOptions {
  readonly engine: Engine;
  readonly projectKey: string;
  readonly seed: number;
  /** The end of the history of the data. */
  readonly untilMs: number;
  /** Distinguishes the ids of runs into one project. */
  readonly run?: string;
}

const parsed = <T>({ body }: Response): T => JSON.parse(body.toString()) as T;

type StoryRequest = Pick<ResourceRequest, 'creation' | 'locator'>;

/**
 * Writes resources that belong together, such as an order with its payment, through the stages of the API, at times and
 * with ids that do not depend on when it runs. API extensions are not called.
 */
export class Story {
  readonly #engine: Engine;
  readonly #source: SeedSource;
  #nowMs: number;

  constructor(
    private readonly options: StoryOptions,
    name: string,
  ) {
    const { engine, seed, untilMs, run = '' } = options;
    this.#nowMs = untilMs;
    this.#source = new SeedSource(`${seed} ${name}`, `${run}${seed} ${name}`);
    this.#engine = {
      ...withClock(engine, () => new Date(this.#nowMs)),
      extensionCaller: undefined,
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

  /** Sets the time of the next writes. */
  at(timeMs: number): this {
    this.#nowMs = timeMs;
    return this;
  }

  /** Creates a resource from its draft; `creation` is the path segment of another way to create it. */
  async create<T extends Base = Base>(typeId: string, draft: object, creation?: string): Promise<T> {
    return parsed<T>(await this.send(createResource, typeId, draft, { creation }));
  }

  async update<T extends Base>(typeId: string, { id, version }: T, ...actions: readonly object[]): Promise<T> {
    const locator = { field: 'id', value: id };
    return parsed<T>(await this.send(updateResource, typeId, { version, actions }, { locator }));
  }

  /** Writes a resource whose response may stay unread. */
  send(respond: typeof createResource, typeId: string, content: object, request: StoryRequest): Promise<Response> {
    return respond(this.#engine, {
      ...request,
      projectKey: this.options.projectKey,
      resourceType: required(this.#engine.resourceTypes.get(typeId), `the resource type ${typeId}`),
      query: new URLSearchParams(),
      body: Buffer.from(JSON.stringify(content)),
      client: { clientId: 'seed' },
    });
  }

  /** Disables the messages that the retention of messages would have deleted by the end of the history. */
  #settingsAt(project: ProjectSettings): ProjectSettings {
    const { enabled, deleteDaysAfterCreation } = project.messages;
    const isKept = this.options.untilMs - this.#nowMs < deleteDaysAfterCreation * dayMs;
    return { ...project, messages: { ...project.messages, enabled: enabled && isKept } };
  }
}
