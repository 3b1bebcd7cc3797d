import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { defineResource } from '../../engine/define/defineResource.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { loadMany } from '../../engine/loadResources.js';
import { Integer, List, OneOf, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../../base/errors/UnavailableError.js';
import { invalidOperation } from '../../base/errors/ApiError.js';
import type { CompanionCreation } from '../../engine/define/BeforeCommit.js';
import type { Change } from '../../engine/define/actions.js';
import type { Context } from '../../engine/define/Context.js';

/**
 * One action of a list: an attribute or a field gets another name or is removed, an enum value gets another key or
 * label or is removed.
 */
const DefinitionStep = Shape({
  kind: OneOf(['rename', 'remove', 'renameKey', 'removeKey', 'relabel']),
  /** The name of the attribute or the field, as it was called when the action ran. */
  name: Text,
  newName: Optional(Text),
  key: Optional(Text),
  newKey: Optional(Text),
});

const DefinitionChangeMembers = Shape({
  /** Names the product type or the Type, not by a reference, which would prevent its deletion. */
  definitionTypeId: OneOf(['product-type', 'type']),
  definitionId: Text,
  /** The version of the definition that has the change. */
  definitionVersion: Integer,
  steps: List(DefinitionStep),
});

export type DefinitionStep = Static<typeof DefinitionStep>;
export type DefinitionChange = Base & Static<typeof DefinitionChangeMembers>;

/**
 * Records that a commit changed a definition: resources may not be adapted to it until the job `definition-changes`
 * deletes the record (docs/decisions/definitions.md).
 */
export const definitionChange = defineResource<DefinitionChange>({
  typeId: 'definition-change',
  path: 'definition-changes',
  shared: true,
  scopes: { read: ['view_products'], write: ['manage_products'] },
  resource: DefinitionChangeMembers,
  storage: { immutable: true },
  routes: 'none',
});

/** Bounds the records that are read at once. The job deletes them soon; further ones are read then. */
const changesMax = 10_000;

/** Reads the changes that resources of a project may not be adapted to yet, in the order of each definition. */
export const readDefinitionChanges = async (
  access: Pick<ResourceAccess, 'store' | 'resourceTypes'>,
  projectKey: string,
): Promise<readonly DefinitionChange[]> => {
  const all = { from: 0, to: changesMax };
  const ids = await access.store.idsInRange(projectKey, 'definition-change', { by: 'id' }, all);
  const changes = await loadMany<DefinitionChange>(access, projectKey, 'definition-change', ids);
  return [...changes.values()].sort((one, other) => one.definitionVersion - other.definitionVersion);
};

/** Returns the same changes from the cache of the thread. */
export const knownDefinitionChanges = async (
  access: ResourceAccess,
  projectKey: string,
): Promise<readonly DefinitionChange[]> => {
  const shared = await access.shared(projectKey);
  return shared.get('definition-change', 'all', () => readDefinitionChanges(access, projectKey));
};

/**
 * The effect that an action on a definition requests if resources must be adapted to it: they keep names and keys that
 * the definition has given up until the job has run.
 */
interface StepsEffect {
  readonly steps?: readonly DefinitionStep[];
}

/** Adds the steps that adapt resources to the change of a definition. */
export const withSteps = <R>(change: Change<R>, steps: readonly DefinitionStep[]): Change<R> =>
  Object.keys(change.set).length === 0 ? change : { ...change, requestedEffects: { steps } satisfies StepsEffect };

export const requestedSteps = (effects: StepsEffect): readonly DefinitionStep[] => effects.steps ?? [];

/** Returns the record that the commit of a changed definition creates for the job. */
export const changeNote = (
  definitionTypeId: DefinitionChange['definitionTypeId'],
  { id, version }: Base,
  steps: readonly DefinitionStep[],
  context: Context,
): CompanionCreation[] =>
  steps.length === 0
    ? []
    : [
        {
          typeId: 'definition-change',
          id: context.newId(),
          members: { definitionTypeId, definitionId: id, definitionVersion: version + 1, steps },
        },
      ];

/** Returns the name of an attribute after some steps; undefined if it is removed. */
const nameAfter = (steps: readonly DefinitionStep[], name: string): string | undefined => {
  let found: string | undefined = name;
  for (const step of steps)
    if (step.name === found && (step.kind === 'rename' || step.kind === 'remove')) found = step.newName;
  return found;
};

/** Tells whether a definition declares a name, or a key of the enum of that name. */
export type Declares = (name: string, key?: string) => boolean;

/** Finds the first step that gives up a name or a key which the definition declares again. */
const findTakenAgain = (steps: readonly DefinitionStep[], declares: Declares): number =>
  steps.findIndex(({ kind, name, key }, at) => {
    if (kind === 'rename' || kind === 'remove') return declares(name);
    const next = kind === 'relabel' ? undefined : nameAfter(steps.slice(at + 1), name);
    return next !== undefined && declares(next, key);
  });

const describe = ({ kind, name, key }: DefinitionStep): string =>
  kind === 'rename' || kind === 'remove' ? `the name '${name}'` : `the key '${key}' of '${name}'`;

/** Bounds the time that a request waits for the job; `pollMs` is the time between two checks. */
const waitMs = 5_000;
const pollMs = 25;

/** Returns the steps of a definition that resources may not be adapted to yet. */
const pendingSteps = async (access: ResourceAccess, projectKey: string, id: string): Promise<DefinitionStep[]> =>
  (await readDefinitionChanges(access, projectKey)).flatMap(({ definitionId, steps }) =>
    definitionId === id ? steps : [],
  );

/**
 * Refuses a definition that reuses a name or a key which it gives up in the same request, since old values could not be
 * told from new ones. If an earlier request gave it up, waits until the job has adapted the resources; `needsAll` waits
 * for all pending steps.
 */
export const settleSteps = async (
  access: ResourceAccess,
  projectKey: string,
  { id }: Base,
  own: readonly DefinitionStep[],
  declares: Declares,
  needsAll = false,
): Promise<void> => {
  const taken = own[findTakenAgain(own, declares)];
  if (taken !== undefined)
    throw invalidOperation(
      `The request gives up ${describe(taken)} and takes it again: old values could not be told from new ones. ` +
        'Send two requests.',
    );
  for (let leftMs = waitMs; ; leftMs -= pollMs) {
    const pending = await pendingSteps(access, projectKey, id);
    const open = pending[findTakenAgain([...pending, ...own], declares)] ?? (needsAll ? pending[0] : undefined);
    if (open === undefined) return;
    if (leftMs <= 0)
      throw new UnavailableError(
        'contention',
        `Resources are still to follow the change of ${describe(open)} (job definition-changes). ` +
          'Try again in some seconds.',
      );
    await setTimeout(pollMs);
  }
};
