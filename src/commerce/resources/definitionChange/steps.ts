/** Actions on definitions give up names and keys, which resources have until the job has adapted them. */
import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../../../base/errors/UnavailableError.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { Base } from '../../../engine/define/Base.js';
import type { CompanionCreation } from '../../../engine/define/BeforeCommit.js';
import type { Change } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { type DefinitionChange, type DefinitionStep, readDefinitionChanges } from './index.js';

/** The effect that an action requests if resources must be adapted to it. */
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
    throw fail('InvalidOperation', {
      message: `The request gives up ${describe(taken)} and takes it again: old values could not be told from new ones. Send two requests.`,
    });
  for (let leftMs = waitMs; ; leftMs -= pollMs) {
    const pending = await pendingSteps(access, projectKey, id);
    const open = pending[findTakenAgain([...pending, ...own], declares)] ?? (needsAll ? pending[0] : undefined);
    if (open === undefined) return;
    if (leftMs <= 0)
      throw new UnavailableError(
        'contention',
        `Resources are still to follow the change of ${describe(open)} (job definition-changes). Try again in some seconds.`,
      );
    await setTimeout(pollMs);
  }
};
