import { limits } from '../../base/config/limits.js';
import { ApiError, errorEntry, failAll } from '../../base/errors/ApiError.js';
import { ReadCache, cachedProjectsMax } from '../../base/memory/ReadCache.js';
import type { ExtensibleAction, ExtensionIdentity } from '../../engine/ExtensionCall.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { withDerivedFields } from '../../engine/visibility.js';
import { isJsonObject } from '../../engine/document/json.js';
import { compilePredicate } from '../../engine/query/predicate/compilePredicate.js';
import { withoutParameter } from '../../engine/query/predicate/predicateLimits.js';
import type { Sealer, SealPlace } from '../../store/Sealer.js';
import type { DataStore } from '../../store/DataStore.js';
import type { ExtensionSecret } from '../resources/extension/destination.js';
import { layersOf } from '../resources/extension/dependencies.js';
import type { Extension } from '../resources/extension/members.js';
import { parseCondition, type Trigger } from '../resources/extension/triggers.js';

/** A trigger whose condition can be evaluated. */
interface CompiledTrigger {
  readonly appliesTo: (typeId: string, action: ExtensibleAction) => boolean;
  /** Absent where the trigger has no condition. Throws the error of a condition that cannot be evaluated. */
  readonly matches?: (resourceType: ResourceType, resource: unknown) => boolean;
}

/** An extension of a project, ready to be called. */
export interface RegisteredExtension {
  readonly identity: ExtensionIdentity;
  readonly url: string;
  readonly timeoutMs: number;
  readonly includesOldResource: boolean;
  readonly expansionPaths: readonly string[];
  /** Counts from 1: the extensions of a layer are called when those of the layers before have answered. */
  readonly layer: number;
  /** Throws when the headers were sealed with another key. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly triggers: readonly CompiledTrigger[];
}

/** Bounds the age of cached extensions: another process may have changed them since. */
const cachedMs = 1_000;
/** Exceeds what a project may have: several extensions may have been created at the same moment. */
const loadedMax = 2 * limits.extensionsMax;

/** Caches the extensions of projects, in the order of their creation. */
export class RegisteredExtensions extends ReadCache<readonly RegisteredExtension[]> {
  constructor(store: DataStore, sealer: Sealer) {
    super(projectKey => readExtensions(store, sealer, projectKey), { entriesMax: cachedProjectsMax, cachedMs });
  }
}

const readExtensions = async (
  store: DataStore,
  sealer: Sealer,
  projectKey: string,
): Promise<readonly RegisteredExtension[]> => {
  const ids = await store.idsInRange(projectKey, 'extension', { by: 'createdAt' }, { from: 0, to: loadedMax });
  if (ids.length === 0) return [];
  const [bodies, sealed] = await Promise.all([
    store.bodies(projectKey, 'extension', ids),
    Promise.all(ids.map(id => store.hidden(projectKey, 'extension', id))),
  ]);
  const extensions = bodies.map(body => (body === null ? null : (JSON.parse(body.toString()) as Extension)));
  const layers = layersOf(new Map(extensions.flatMap(each => (each === null ? [] : [[each.id, each] as const]))));
  return extensions.flatMap((extension, index) =>
    extension === null
      ? []
      : [prepareExtension(sealer, extension, layers.get(extension.id) ?? 1, sealed[index] ?? null, projectKey)],
  );
};

const compileTrigger = (
  { resourceTypeId, actions, condition }: Trigger,
  identity: ExtensionIdentity,
): CompiledTrigger => ({
  appliesTo: (typeId, action) => resourceTypeId === typeId && actions.includes(action),
  matches: condition === undefined ? undefined : lazyCondition(condition, identity),
});

const prepareExtension = (
  sealer: Sealer,
  extension: Extension,
  layer: number,
  sealed: Buffer | null,
  projectKey: string,
): RegisteredExtension => {
  const { expansionPaths = [] } = extension;
  const { id, key, destination, timeoutInMs = limits.extensionMs, additionalContext, triggers } = extension;
  const identity: ExtensionIdentity = { id, ...(key !== undefined && { key }) };
  const place: SealPlace = { projectKey, typeId: 'extension', id };
  return {
    identity,
    url: destination.url,
    timeoutMs: timeoutInMs,
    includesOldResource: additionalContext?.includeOldResource === true,
    expansionPaths,
    layer,
    headers: () => (sealed === null ? {} : (sealer.open(sealed, place) as ExtensionSecret).headers),
    triggers: triggers.map(trigger => compileTrigger(trigger, identity)),
  };
};

const evaluationError = (extension: ExtensionIdentity, problem: string): ApiError => {
  const message = `The condition of the extension cannot be evaluated. ${problem}`;
  return failAll([{ ...errorEntry('ExtensionPredicateEvaluationFailed', { message }), errorByExtension: extension }]);
};

type Condition = (resource: unknown) => boolean;

const compileCondition = (text: string, extension: ExtensionIdentity, resourceType: ResourceType): Condition => {
  try {
    const matches = compilePredicate(parseCondition(text, resourceType).predicate);
    return resource =>
      matches(isJsonObject(resource) ? withDerivedFields(resourceType.derivedFields, resource) : resource);
  } catch (error) {
    throw error instanceof ApiError ? evaluationError(extension, withoutParameter(error.message)) : error;
  }
};

/**
 * Evaluates the condition of a trigger on a resource (ERR034). The condition was checked when the extension was saved;
 * it cannot be evaluated when a later version of the server limits predicates differently, or has other fields. A field
 * that only this resource lacks is undefined, as in any query.
 * Compiles the condition at its first evaluation.
 */
const lazyCondition = (
  text: string,
  extension: ExtensionIdentity,
): ((resourceType: ResourceType, resource: unknown) => boolean) => {
  let condition: Condition | undefined;
  return (resourceType, resource) => (condition ??= compileCondition(text, extension, resourceType))(resource);
};
