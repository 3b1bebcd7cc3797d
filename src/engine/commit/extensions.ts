/**
 * Those outside who have a say before a commit (API extensions): they refuse it, or have update actions of theirs applied
 * within it. Who they are and how they are asked is handed to the engine; it does no calls of its own.
 */
import { ApiError, errorEntry, type ErrorEntry, failAll } from '../../errors/ApiError.js';
import type { Context } from '../define/Context.js';
import type { Base } from '../define/Base.js';
import { assertValid } from '../define/compileValidator.js';
import type { Document } from '../document/Document.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import type { Engine } from '../Engine.js';
import { constraintOf, constraintsOf } from './commitConstraints.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { BeforeCommitResult } from '../define/BeforeCommit.js';
import { addCompanionWrites } from './addCompanionWrites.js';
import {
  applyActions,
  loadActionContext,
  mergeCombinedChanges,
  type CombinedChange,
  parseActions,
} from './applyActions.js';

export type ExtensibleAction = 'Create' | 'Update';

/** Who has a say, as errors name him (ERR006). */
export interface ExtensionIdentity {
  readonly id: string;
  readonly key?: string;
}

/** What they are asked about. */
export interface ExtensionRequest {
  readonly projectKey: string;
  readonly action: ExtensibleAction;
  readonly resourceType: ResourceType;
  readonly id: string;
  /** The resource as it would be committed, as JSON. */
  readonly text: string;
  /** As it is stored; absent on creation. */
  readonly before?: string;
  readonly correlationId: string;
}

/** Update actions as they came, in need of validation. */
export interface ExtensionAnswer {
  readonly extension: ExtensionIdentity;
  readonly actions: readonly unknown[];
}

/** Asks all whom it concerns; throws what they refuse with, or what went wrong with them. */
export type ExtensionCall = (asked: ExtensionRequest) => Promise<readonly ExtensionAnswer[]>;

/** Undefined where nobody has a say. */
export type ExtensionCaller = (
  projectKey: string,
  typeId: string,
  action: ExtensibleAction,
) => Promise<ExtensionCall | undefined>;

/** Asks anew only when what it asks about has changed: another attempt to commit is not another request. */
export const callOncePerText = (ask: ExtensionCall | undefined): ExtensionCall | undefined => {
  let text: string | undefined;
  let answers: ReturnType<ExtensionCall> | undefined;
  return (
    ask &&
    (asked => {
      if (answers === undefined || text !== asked.text) answers = ask(asked);
      text = asked.text;
      return answers;
    })
  );
};

/** What would be committed. */
export interface Proposal {
  /** With what settling added. */
  readonly outcome: CombinedChange;
  readonly settled: BeforeCommitResult<Base>;
  readonly changeSet: ChangeSet;
  readonly document: Document;
  readonly resource: Base;
}

/** Settles an outcome and composes its commit; undefined when there is nothing to write. */
export type Propose = (outcome: CombinedChange) => Promise<Proposal | undefined>;

/** A proposal with the actions of one more answer in it. */
interface Stage {
  readonly by: ExtensionIdentity;
  readonly proposal: Proposal;
}

const textsMax = 5;

/** ERR036 */
const notApplied = (entries: readonly ErrorEntry[], by: ExtensionIdentity): ErrorEntry => {
  const extensionErrors = entries.map(({ code, message }) => ({
    code,
    message,
    extensionId: by.id,
    extensionKey: by.key,
  }));
  const texts = entries
    .slice(0, textsMax)
    .map(({ message }) => message)
    .join(' ');
  return {
    ...errorEntry('ExtensionUpdateActionsFailed', {
      message: `The update actions that the extension returned could not be applied. ${texts}`,
      extensionErrors,
    }),
    errorByExtension: by,
  };
};

/** What a client that sent the same actions would be told; a conflict or a store that is away is nobody's actions' fault. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 400;

type Extending = Pick<ResourceRequest, 'resourceType' | 'client' | 'projectKey' | 'correlationId'>;

const apply = async (
  engine: Engine,
  { resourceType, projectKey }: Extending,
  proposal: Proposal,
  { extension, actions }: ExtensionAnswer,
  context: Context,
  propose: Propose,
): Promise<Stage> => {
  const { document, resource, outcome } = proposal;
  try {
    const entries: ErrorEntry[] = [];
    // Reading changes the payloads, and another attempt reads them again.
    const steps = parseActions({ resourceType, actions: resourceType.actions }, structuredClone(actions), entries);
    assertValid(entries);
    const own = { ...(await loadActionContext(engine, projectKey, resource, steps)), now: context.now };
    const next = await propose(
      mergeCombinedChanges(outcome, applyActions(resourceType, { document, resource }, steps, own)),
    );
    return { by, proposal: next ?? proposal };
  } catch (error) {
    throw isRefusal(error) ? failAll([notApplied(error.entries, extension)]) : error;
  }
};

/** What stands against the commit only because of an answer's actions is not the client's to mend. */
const blame = (error: unknown, own: Proposal, stages: readonly Stage[]): unknown => {
  if (stages.length === 0 || !isRefusal(error)) return error;
  const ours = constraintsOf(own.changeSet);
  const entries = error.entries.map(entry => {
    const need = constraintOf(entry);
    const stage =
      need === undefined || ours.has(need)
        ? undefined
        : stages.find(({ proposal }) => constraintsOf(proposal.changeSet).has(need));
    return stage === undefined ? entry : notApplied([entry], stage.by);
  });
  // The client's own come first: they decide the status.
  return failAll([
    ...entries.filter(({ code }) => code !== 'ExtensionUpdateActionsFailed'),
    ...entries.filter(({ code }) => code === 'ExtensionUpdateActionsFailed'),
  ]);
};

interface Commission {
  readonly outcome: CombinedChange;
  readonly context: Context;
  /** As it is stored; absent on creation. */
  readonly before?: Document;
  readonly ask?: ExtensionCall;
}

/**
 * Commits an outcome together with what those who are asked want in it. They see the settled resource, their actions are
 * applied to it one answer after the other, and it is settled again after each: so it is known whose actions did not fit.
 * Undefined when there is nothing to write, which nobody is asked about.
 */
export const commitExtended = async (
  engine: Engine,
  request: Extending,
  { outcome, context, before, ask }: Commission,
  propose: Propose,
): Promise<Proposal | undefined> => {
  const { resourceType, projectKey, client, correlationId = engine.newId() } = request;
  const own = await propose(outcome);
  if (own === undefined) return undefined;
  const stages: Stage[] = [];
  let last = own;
  const action = before === undefined ? 'Create' : 'Update';
  const answers =
    (await ask?.({
      projectKey,
      action,
      resourceType,
      id: own.resource.id,
      text: own.document.text,
      before: before?.text,
      correlationId,
    })) ?? [];
  for (const answer of answers) {
    const stage = await apply(engine, request, last, answer, context, propose);
    last = stage.proposal;
    stages.push(stage);
  }
  await engine.store
    .commit(addCompanionWrites(engine, last.changeSet, last.settled, client, context))
    .catch((error: unknown) => {
      throw blame(error, own, stages);
    });
  for (const subject of last.settled.revokedTokenSubjects ?? [])
    await engine.notifyTokensRevoked?.(projectKey, subject);
  return last;
};
