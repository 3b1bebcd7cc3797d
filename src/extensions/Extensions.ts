/** API extensions: services of others that are asked before a resource of theirs is created or updated. */
import type { ExtensionAnswer, ExtensionCall, ExtensionCaller, ExtensionRequest } from '../engine/ExtensionCall.js';
import { ApiError, fail, failAll } from '../errors/ApiError.js';
import type { Outbound } from '../outbound/Outbound.js';
import { extensibleTypeIds } from '../resources/extension/triggers.js';
import type { Sealer } from '../store/Sealer.js';
import type { Store } from '../store/Store.js';
import { callExtension } from './callExtension.js';
import { createRegistered, type RegisteredExtension } from './RegisteredExtensions.js';

export interface Extensions {
  readonly extensionCaller: ExtensionCaller;
  /** A project's extensions have changed. */
  deleteCached(projectKey: string): void;
}

/**
 * Requests of one project, and of all, that may wait for extensions in one worker. It works on 64 batches of calls
 * (pool/pool.ts), and a batch ends with its slowest call: extensions that hang must leave some to everybody else.
 */
const waitingOfProjectMax = 24;
const waitingMax = 48;

const extensible: ReadonlySet<string> = new Set(extensibleTypeIds);

/** Those whose triggers match; a condition that cannot be evaluated is known before anybody is called. */
const matching = (
  extensions: readonly RegisteredExtension[],
  { action, resourceType, text }: ExtensionRequest,
): RegisteredExtension[] => {
  let resource: unknown;
  return extensions.filter(({ triggers }) =>
    triggers.some(
      ({ isFor, matches }) =>
        isFor(resourceType.typeId, action) &&
        (matches === undefined || matches(resourceType, (resource ??= JSON.parse(text)))),
    ),
  );
};

/** All at the same time; what stands against the commit is told together (ERR004). */
const callAll = async (
  outbound: Outbound,
  extensions: readonly RegisteredExtension[],
  asked: ExtensionRequest,
): Promise<readonly ExtensionAnswer[]> => {
  const results = await Promise.allSettled(extensions.map(extension => callExtension(outbound, extension, asked)));
  const failures = results.filter(result => result.status === 'rejected').map(({ reason }) => reason as unknown);
  const defect = failures.find(failure => !(failure instanceof ApiError));
  if (defect !== undefined) throw defect;
  if (failures.length > 0) throw failAll((failures as ApiError[]).flatMap(({ entries }) => entries));
  return results
    .filter(result => result.status === 'fulfilled')
    .map(({ value }) => value)
    .filter(({ actions }) => actions.length > 0);
};

export const createExtensions = ({
  store,
  sealer,
  outbound,
}: {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
}): Extensions => {
  const registered = createRegistered(store, sealer);
  const waiting = new Map<string, number>();
  let waitingOfAll = 0;

  const count = (projectKey: string, by: 1 | -1): void => {
    const now = (waiting.get(projectKey) ?? 0) + by;
    if (now === 0) waiting.delete(projectKey);
    else waiting.set(projectKey, now);
    waitingOfAll += by;
  };

  const bounded = async (
    projectKey: string,
    call: () => Promise<readonly ExtensionAnswer[]>,
  ): Promise<readonly ExtensionAnswer[]> => {
    if (waitingOfAll >= waitingMax || (waiting.get(projectKey) ?? 0) >= waitingOfProjectMax)
      throw fail('ServiceUnavailable', {
        message: 'Too many requests are waiting for API extensions. Try again in a second.',
      });
    count(projectKey, 1);
    try {
      return await call();
    } finally {
      count(projectKey, -1);
    }
  };

  const asking =
    (extensions: readonly RegisteredExtension[]): ExtensionCall =>
    async asked => {
      const called = matching(extensions, asked);
      return called.length === 0 ? [] : bounded(asked.projectKey, () => callAll(outbound, called, asked));
    };

  return {
    extensionCaller: async (projectKey, typeId, action) => {
      if (!extensible.has(typeId)) return undefined;
      const concerned = (await registered.get(projectKey)).filter(({ triggers }) =>
        triggers.some(trigger => trigger.isFor(typeId, action)),
      );
      return concerned.length === 0 ? undefined : asking(concerned);
    },
    deleteCached: registered.delete,
  };
};
