import type { Logger } from 'pino';
import type { ExtensionAnswer, ExtensionCall, ExtensionCaller, ExtensionRequest } from '../../engine/ExtensionCall.js';
import { ApiError, failAll } from '../../base/errors/ApiError.js';
import { UnavailableError } from '../../base/errors/UnavailableError.js';
import type { Outbound } from '../../base/net/HttpOutbound.js';
import { extensibleTypeIds } from '../resources/extension/triggers.js';
import type { Sealer } from '../../store/Sealer.js';
import type { DataStore } from '../../store/DataStore.js';
import { type CallServices, callExtension, type RecordedCall, recordingOutbound } from './callExtension.js';
import { type RegisteredExtension, RegisteredExtensions } from './RegisteredExtensions.js';

/**
 * Bounds the requests of one project, and of all projects, that wait for extensions in one worker. A worker runs 64
 * batches of calls at once, and a batch ends with its slowest call: extensions that hang must leave some batches to
 * other requests.
 */
const waitingOfProjectMax = 24;
const waitingMax = 48;

const extensible: ReadonlySet<string> = new Set(extensibleTypeIds);

/** Selects the triggered extensions; a condition that cannot be evaluated throws before any extension is called. */
const selectTriggered = (
  extensions: readonly RegisteredExtension[],
  { action, resourceType, text }: ExtensionRequest,
): RegisteredExtension[] => {
  let resource: unknown;
  return extensions.filter(({ triggers }) =>
    triggers.some(
      ({ appliesTo, matches }) =>
        appliesTo(resourceType.typeId, action) &&
        (matches === undefined || matches(resourceType, (resource ??= JSON.parse(text)))),
    ),
  );
};

/** Calls all extensions at the same time; throws their errors together (ERR004). */
const callAll = async (
  services: CallServices,
  extensions: readonly RegisteredExtension[],
  request: ExtensionRequest,
): Promise<readonly ExtensionAnswer[]> => {
  const results = await Promise.allSettled(extensions.map(extension => callExtension(services, extension, request)));
  const errors = results.filter(result => result.status === 'rejected').map(({ reason }) => reason as unknown);
  const apiErrors = errors.filter(error => error instanceof ApiError);
  if (apiErrors.length < errors.length) throw errors.find(error => !(error instanceof ApiError));
  if (apiErrors.length > 0) throw failAll(apiErrors.flatMap(({ entries }) => entries));
  return results
    .filter(result => result.status === 'fulfilled')
    .map(({ value }) => value)
    .filter(({ actions }) => actions.length > 0);
};

export interface ExtensionServices {
  readonly store: DataStore;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly log: Logger;
}

/** Calls API extensions: other services that a project asks before a resource is created or updated. */
export class Extensions {
  readonly #registered: RegisteredExtensions;
  readonly #services: CallServices;
  readonly #waiting = new Map<string, number>();
  #waitingTotal = 0;

  constructor({ store, sealer, outbound, log }: ExtensionServices) {
    this.#registered = new RegisteredExtensions(store, sealer);
    this.#services = { outbound, log };
  }

  readonly extensionCaller: ExtensionCaller = async (projectKey, typeId, action) => {
    if (!extensible.has(typeId)) return undefined;
    const candidates = (await this.#registered.get(projectKey)).filter(({ triggers }) =>
      triggers.some(trigger => trigger.appliesTo(typeId, action)),
    );
    if (candidates.length === 0) return undefined;
    const layers = [...new Set(candidates.map(({ layer }) => layer))].sort((one, other) => one - other);
    return layers.map(layer => this.#createCall(candidates.filter(each => each.layer === layer)));
  };

  /** Reads an extension as it is stored now; undefined if the project has none with this id. */
  async find(projectKey: string, id: string): Promise<RegisteredExtension | undefined> {
    this.#registered.delete(projectKey);
    return (await this.#registered.get(projectKey)).find(({ identity }) => identity.id === id);
  }

  /**
   * Calls one extension, even if no trigger of it applies, within the limits of all calls. `record` gets the request
   * and the response.
   */
  callRecorded(
    extension: RegisteredExtension,
    request: ExtensionRequest,
    record: (call: RecordedCall) => void,
  ): Promise<ExtensionAnswer> {
    const services = { ...this.#services, outbound: recordingOutbound(this.#services.outbound, record) };
    return this.#withLimit(request.projectKey, () => callExtension(services, extension, request));
  }

  /** Drops the cached extensions of a project after a change. */
  deleteCached(projectKey: string): void {
    this.#registered.delete(projectKey);
  }

  #createCall(candidates: readonly RegisteredExtension[]): ExtensionCall {
    return async request => {
      const triggered = selectTriggered(candidates, request);
      if (triggered.length === 0) return [];
      await request.check();
      return this.#withLimit(request.projectKey, () => callAll(this.#services, triggered, request));
    };
  }

  async #withLimit<T>(projectKey: string, call: () => Promise<T>): Promise<T> {
    if (this.#waitingTotal >= waitingMax || (this.#waiting.get(projectKey) ?? 0) >= waitingOfProjectMax)
      throw new UnavailableError(
        'overload',
        'Too many requests are waiting for API extensions. Try again in a second.',
      );
    this.#countWaiting(projectKey, 1);
    try {
      return await call();
    } finally {
      this.#countWaiting(projectKey, -1);
    }
  }

  #countWaiting(projectKey: string, by: 1 | -1): void {
    const waiting = (this.#waiting.get(projectKey) ?? 0) + by;
    if (waiting === 0) this.#waiting.delete(projectKey);
    else this.#waiting.set(projectKey, waiting);
    this.#waitingTotal += by;
  }
}
