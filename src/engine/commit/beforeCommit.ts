import type { Base } from '../define/Base.js';
import type { BeforeCommit, BeforeCommitInput, BeforeCommitResult } from '../define/BeforeCommit.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { changedMembers } from '../document/sameValue.js';
import { pathMembersOf } from '../visibility.js';
import type { SharedReads } from '../SharedReads.js';
import type { CombinedChange, PendingWrite } from './changeSets.js';

/** The result of a write without a hook; most resource types have none. */
export const emptyBeforeCommitResult: BeforeCommitResult<never> = {};

/** The hook of a write: a way of creation may have its own. */
export const beforeCommitHook = (write: PendingWrite): BeforeCommit<Base> | undefined => {
  const { beforeCommit } = write.request.resourceType.definition;
  if (write.kind === 'update' && write.followsDefinitions === true) return undefined;
  return write.kind === 'create' ? (write.creation.beforeCommit ?? beforeCommit) : beforeCommit;
};

const hookInput = (write: PendingWrite, change: CombinedChange): BeforeCommitInput<Base> => {
  const { request, context } = write;
  const { changes, requestedEffects = {}, changedByActions = Object.keys(changes) } = change;
  const isCreation = write.kind === 'create';
  const values: Readonly<Record<string, unknown>> = isCreation ? { ...write.drafted.values, ...changes } : changes;
  return {
    projectKey: request.projectKey,
    context,
    isFirstRun: write.hasRunHook !== true,
    requestedEffects,
    pathMembers: pathMembersOf(request),
    draft: isCreation ? write.draft : undefined,
    before: isCreation ? undefined : write.stored.resource,
    after: isCreation ? (values as unknown as Base) : request.resourceType.view(write.stored.document, changes),
    changes: values,
    changedByActions: isCreation ? undefined : changedByActions,
    extend: write.extend,
  };
};

/** The result of the stage: the change with what the hook set, and everything else that it adds to the commit. */
export interface HookedChange {
  readonly change: CombinedChange;
  readonly result: BeforeCommitResult<Base>;
}

/**
 * Gives one run of a hook the shared resources of one moment; the first run gets those from which the references of the
 * request were read.
 */
const accessOfOneMoment = (access: ResourceAccess, first: Promise<SharedReads> | undefined): ResourceAccess => {
  let moment = first;
  const shared = (projectKey: string) => (moment ??= access.shared(projectKey));
  return Object.assign({}, access, { shared });
};

/** The stage `beforeCommit`: runs the hook, and keeps only those of its members that differ. */
export const runBeforeCommit = async (
  hook: BeforeCommit<Base>,
  access: ResourceAccess,
  write: PendingWrite,
  change: CombinedChange,
): Promise<HookedChange> => {
  const input = hookInput(write, change);
  const reads = accessOfOneMoment(access, write.hasRunHook === true ? undefined : write.context.shared);
  write.hasRunHook = true;
  const result = await hook(reads, input);
  const set = result.set === undefined ? undefined : changedMembers(result.set, input.after);
  return {
    change: {
      changes: set === undefined ? change.changes : { ...change.changes, ...set },
      messages: change.messages,
      unreferenced: change.unreferenced,
      hidden: result.hidden === undefined ? change.hidden : result.hidden,
      requestedEffects: change.requestedEffects,
      changedByActions: input.changedByActions,
    },
    result,
  };
};
