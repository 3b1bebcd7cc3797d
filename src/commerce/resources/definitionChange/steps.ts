/** What actions on definitions give up: names and keys that resources have until the job has followed. */
import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../../../base/errors/UnavailableError.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { Base } from '../../../engine/define/Base.js';
import type { CompanionCreation } from '../../../engine/define/BeforeCommit.js';
import type { Change } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { type DefinitionChange, type DefinitionStep, readDefinitionChanges } from './index.js';

/** The effect that actions request which resources have to follow. */
interface StepsEffect {
  readonly steps?: readonly DefinitionStep[];
}

/** The change of a definition, with the steps by which resources follow it. */
export const withSteps = <R>(change: Change<R>, steps: readonly DefinitionStep[]): Change<R> =>
  Object.keys(change.set).length === 0 ? change : { ...change, requestedEffects: { steps } satisfies StepsEffect };

export const requestedSteps = (effects: StepsEffect): readonly DefinitionStep[] => effects.steps ?? [];

/** The note that the commit of a changed definition leaves. */
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

/** The name that an attribute has after some steps; undefined where it is removed. */
const nameAfter = (steps: readonly DefinitionStep[], name: string): string | undefined => {
  let found: string | undefined = name;
  for (const step of steps)
    if (step.name === found && (step.kind === 'rename' || step.kind === 'remove')) found = step.newName;
  return found;
};

/** What a definition declares: a name, or a key of the enum of a name. */
export type Declares = (name: string, key?: string) => boolean;

/** The first step that gives up a name or a key which the definition declares again. */
const findTakenAgain = (steps: readonly DefinitionStep[], declares: Declares): number =>
  steps.findIndex(({ kind, name, key }, at) => {
    if (kind === 'rename' || kind === 'remove') return declares(name);
    const next = kind === 'relabel' ? undefined : nameAfter(steps.slice(at + 1), name);
    return next !== undefined && declares(next, key);
  });

const describe = ({ kind, name, key }: DefinitionStep): string =>
  kind === 'rename' || kind === 'remove' ? `the name '${name}'` : `the key '${key}' of '${name}'`;

/** How long a request waits for the job, and how often it looks. */
const waitMs = 5_000;
const pollMs = 25;

/** The changes of a definition that resources may not follow yet. */
const pendingSteps = async (access: ResourceAccess, projectKey: string, id: string): Promise<DefinitionStep[]> =>
  (await readDefinitionChanges(access, projectKey)).flatMap(({ definitionId, steps }) =>
    definitionId === id ? steps : [],
  );

/**
 * Refuses a definition that takes a name or a key again which it gives up in the same request: old values could not be
 * told from new ones. Where an earlier request gave it up, waits until the job has followed; `needsAll` waits for all
 * that is pending.
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
