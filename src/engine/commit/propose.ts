import { turnForLongWork } from '../../base/shedding/WorkTime.js';
import { countsMessages } from '../define/ResourceDefinition.js';
import type { BeforeCommitResult } from '../define/BeforeCommit.js';
import type { Engine } from '../Engine.js';
import { beforeCommitHook, emptyBeforeCommitResult, type HookedChange, runBeforeCommit } from './beforeCommit.js';
import { changesNothing, type CombinedChange, type PendingWrite, type Proposal } from './changeSets.js';
import { composeWrite } from './compose.js';
import { composePayloads, hasManyMessages } from './messageWrites.js';

const addsNothing = <R>({ updates, creations, removals, hidden }: BeforeCommitResult<R>): boolean =>
  updates === undefined && creations === undefined && removals === undefined && hidden === undefined;

const sendsMessages = ({ request: { resourceType }, context: { project } }: PendingWrite): boolean =>
  project.messages.enabled && countsMessages(resourceType.definition);

/** Returns the number of bytes that a write is composed from. */
export const lengthOf = (write: PendingWrite): number =>
  Math.max(
    write.request.body.length,
    (write.kind === 'create' ? write.drafted.source : write.stored.document)?.body.length ?? 0,
  );

/** The hook may run again on its own change and then returns its messages again: only the composed change gets them. */
const withHookMessages = ({ change, result: { messages } }: HookedChange): CombinedChange =>
  messages === undefined ? change : { ...change, messages: [...change.messages, ...messages] };

/** beforeCommit → compose. Undefined for an update that leaves nothing to write. */
export const proposeWrite = async (
  engine: Engine,
  write: PendingWrite,
  change: CombinedChange,
): Promise<Proposal | undefined> => {
  const hook = beforeCommitHook(write);
  const hooked =
    hook === undefined
      ? { change, result: emptyBeforeCommitResult }
      : await runBeforeCommit(hook, engine, write, change);
  // Hooks of several writes may have waited for one answer of Redis, and then end together.
  const turn = hook && turnForLongWork(write.request.projectKey, lengthOf(write));
  if (turn !== undefined) await turn;
  const composed = withHookMessages(hooked);
  if (write.kind === 'update' && changesNothing(composed) && addsNothing(hooked.result)) return undefined;
  const { messages } = composed;
  if (hasManyMessages(messages) && sendsMessages(write)) await composePayloads(write.request.projectKey, messages);
  const { changeSet, document, resource } = composeWrite(engine, write, composed);
  // A spread of both objects would cost every update 3 µs.
  return { change: hooked.change, result: hooked.result, changeSet, document, resource };
};
