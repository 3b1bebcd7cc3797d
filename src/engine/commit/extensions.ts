import { StaleDefinitionError, StaleReadError } from '../../store/unavailableErrors.js';
import type { ChangeSet, VersionCheck } from '../../store/ChangeSet.js';
import type { StoredDefinition } from '../define/Base.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { type ErrorEntry, ApiError, errorEntry, failAll } from '../../base/errors/ApiError.js';
import { targetById, targetByKey } from '../../store/target.js';
import { assertValid } from '../define/compileValidator.js';
import type { Context } from '../define/Context.js';
import type {
  ExtensionAnswer,
  ExtensionCall,
  ExtensionCalls,
  ExtensionIdentity,
  ExtensionRequest,
} from '../ExtensionCall.js';
import { expandReferences } from '../references/expandReferences.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { applyActions } from './apply.js';
import { addCompanionWrites } from './companionWrites.js';
import { mergeCombinedChanges, type PendingWrite, type Proposal } from './changeSets.js';
import { loadActionContext } from './load.js';
import { parseActions } from './parseBody.js';
import { proposeWrite } from './propose.js';

// A commit depends on the definitions by which its draft and its actions were read.

/** Lets the commit check that the definitions are as they were read. */
const withChecks = (changeSet: ChangeSet, definitions: readonly StoredDefinition[]): ChangeSet => {
  const checks = definitions.map(
    ({ typeId, resource: { id, version } }): VersionCheck => ({
      typeId,
      id,
      expectedVersion: version,
      retryIfStale: true,
    }),
  );
  return { ...changeSet, versionChecks: [...(changeSet.versionChecks ?? []), ...checks] };
};

/** Tells whether a definition has changed since it was read, or is gone. */
const isStale = async (
  { store, resourceTypes }: Engine,
  projectKey: string,
  { typeId, resource }: StoredDefinition,
): Promise<boolean> => {
  const body = await store.body(projectKey, typeId, resource.id);
  return body === null || resourceTypes.get(typeId)?.view(Document.open(body)).version !== resource.version;
};

/** Submits a change set that depends on definitions; throws StaleDefinitionError where one of them has changed. */
const submitWithChecks = async (
  engine: Engine,
  changeSet: ChangeSet,
  definitions: readonly StoredDefinition[],
  submit: (changeSet: ChangeSet) => Promise<void>,
): Promise<void> => {
  if (definitions.length === 0) return submit(changeSet);
  try {
    await submit(withChecks(changeSet, definitions));
  } catch (error) {
    if (!(error instanceof StaleReadError)) throw error;
    for (const definition of definitions)
      if (await isStale(engine, changeSet.projectKey, definition)) throw new StaleDefinitionError(error.message);
    throw error;
  }
};

// The stage `extensions`: API extensions see the proposed resource, and their update actions are applied to it.

/** Repeats the answers while the resource is the same: another attempt to commit it is not another call. */
export const callOncePerText = (call: ExtensionCall): ExtensionCall => {
  let text: string | undefined;
  let answers: ReturnType<ExtensionCall> | undefined;
  return request => {
    if (answers === undefined || text !== request.text) answers = call(request);
    text = request.text;
    return answers;
  };
};

/* The names of the constraints of a commit on other resources show which extension caused a refusal. */

const uniqueConstraint = (field: unknown, value: unknown): string => `unique ${String(field)}=${String(value)}`;
const existenceConstraint = (target: string): string => `exists ${target}`;
const unreferencedConstraint = 'unreferenced';

/** The constraints of the first write of a change set, and those of its references. */
const constraintsOf = ({ writes: [first], references }: ChangeSet): ReadonlySet<string> => {
  const constraints = new Set<string>();
  for (const { path, value, refusal } of first?.unique.added ?? [])
    constraints.add(uniqueConstraint(refusal?.field ?? path, refusal?.duplicateValue ?? value));
  for (const [target, delta] of references) if (delta > 0) constraints.add(existenceConstraint(target));
  if (first?.unreferenced === true) constraints.add(unreferencedConstraint);
  return constraints;
};

/** The constraint that an error is about; undefined for an error of another kind. */
const constraintOf = ({ code, field, duplicateValue, typeId, id, key }: ErrorEntry): string | undefined => {
  switch (code) {
    case 'DuplicateField':
      return uniqueConstraint(field, duplicateValue);
    case 'ReferencedResourceNotFound':
      return existenceConstraint(
        typeof id === 'string' ? targetById(String(typeId), id) : targetByKey(String(typeId), String(key)),
      );
    case 'ReferenceExists':
      return unreferencedConstraint;
    default:
      return undefined;
  }
};

const noBytes = new Uint8Array();
const projectScopes: ReadonlySet<string> = new Set(['manage_project']);

/** A proposal with the actions of one more extension in it. */
export interface ExtendedProposal {
  readonly extension: ExtensionIdentity;
  readonly proposal: Proposal;
  /** The definitions by which the actions were read (Context). */
  readonly definitions: Context['definitions'];
}

const messagesMax = 5;

/** Reports errors of an extension's update actions as errors of the extension (ERR036). */
const extensionActionsFailed = (entries: readonly ErrorEntry[], extension: ExtensionIdentity): ErrorEntry => {
  const extensionErrors = entries.map(({ code, message }) => ({
    code,
    message,
    extensionId: extension.id,
    extensionKey: extension.key,
  }));
  const messages = entries
    .slice(0, messagesMax)
    .map(({ message }) => message)
    .join(' ');
  return {
    ...errorEntry('ExtensionUpdateActionsFailed', {
      message: `The extension returned update actions that could not be executed. ${messages}`,
      extensionErrors,
    }),
    errorByExtension: extension,
  };
};

/** Tells whether actions caused an error. Conflicts and an unavailable store have other causes. */
const isCausedByActions = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 400;

/** Expands references for the project: also those that the token of the request may not read. */
const expandForProject = async (
  engine: Engine,
  { projectKey, resourceType, client }: ResourceRequest,
  body: Buffer,
  paths: readonly string[],
): Promise<string> => {
  const query = new URLSearchParams(paths.map((path): [string, string] => ['expand', path]));
  const request = { projectKey, resourceType, client, query, body: noBytes, scopes: projectScopes };
  return (await expandReferences(engine, request, body)).toString();
};

const extensionRequest = (
  engine: Engine,
  write: PendingWrite,
  { document, resource }: Proposal,
  check: ExtensionRequest['check'],
): ExtensionRequest => {
  const { projectKey, resourceType, correlationId = engine.newId() } = write.request;
  return {
    projectKey,
    action: write.kind === 'create' ? 'Create' : 'Update',
    resourceType,
    id: resource.id,
    text: document.text,
    before: write.kind === 'create' ? undefined : write.stored.document.text,
    correlationId,
    check,
    expand: paths => expandForProject(engine, write.request, document.body, paths),
  };
};

const applyAnswer = async (
  engine: Engine,
  write: PendingWrite,
  proposal: Proposal,
  { extension, actions }: ExtensionAnswer,
): Promise<ExtendedProposal> => {
  const { resourceType, projectKey } = write.request;
  const { document, resource, change } = proposal;
  try {
    const entries: ErrorEntry[] = [];
    // Parsing changes the payloads, and another attempt parses them again.
    const parsed = parseActions({ resourceType, actions: resourceType.actions }, structuredClone(actions), entries);
    assertValid(entries);
    const { now, clientId } = write.context;
    const loaded = await loadActionContext(engine, projectKey, resourceType.typeId, resource, parsed);
    // The hidden values of the request are not stored yet.
    const hidden = change.hidden === undefined ? loaded.hidden : (change.hidden ?? undefined);
    const context = { ...loaded, hidden, now, clientId };
    const added = await applyActions(resourceType, { document, resource }, parsed, context);
    const extended = (await proposeWrite(engine, write, mergeCombinedChanges(change, added))) ?? proposal;
    return { extension, proposal: extended, definitions: context.definitions };
  } catch (error) {
    throw isCausedByActions(error) ? failAll([extensionActionsFailed(error.entries, extension)]) : error;
  }
};

/** Rewrites a refused commit: constraints that only an extension's actions brought in are errors of that extension. */
const attributeRefusal = (error: unknown, first: Proposal, extended: readonly ExtendedProposal[]): unknown => {
  if (extended.length === 0 || !isCausedByActions(error)) return error;
  const ofClient = constraintsOf(first.changeSet);
  const entries = error.entries.map(entry => {
    const constraint = constraintOf(entry);
    if (constraint === undefined || ofClient.has(constraint)) return entry;
    const cause = extended.find(({ proposal }) => constraintsOf(proposal.changeSet).has(constraint));
    return cause === undefined ? entry : extensionActionsFailed([entry], cause.extension);
  });
  // The client's own errors come first: they decide the status.
  return failAll([
    ...entries.filter(({ code }) => code !== 'ExtensionUpdateActionsFailed'),
    ...entries.filter(({ code }) => code === 'ExtensionUpdateActionsFailed'),
  ]);
};

/** Gives the last proposal, with its companion writes, to the store: to be checked or to be committed. */
export const submitProposal = async (
  engine: Engine,
  { request: { client }, context }: PendingWrite,
  first: Proposal,
  extended: readonly ExtendedProposal[],
  submit: (changeSet: ChangeSet) => Promise<void>,
): Promise<void> => {
  const { changeSet, result } = extended.at(-1)?.proposal ?? first;
  const definitions = [context, ...extended].flatMap(each => each.definitions ?? []);
  try {
    const whole = addCompanionWrites(engine, changeSet, result, client, context);
    await submitWithChecks(engine, whole, definitions, submit);
  } catch (error) {
    throw attributeRefusal(error, first, extended);
  }
};

/**
 * Calls the extensions with a proposal and applies their answers one after the other. beforeCommit and compose run
 * again after each answer, so that an error is known to belong to this extension's actions.
 */
export const callExtensions = async (
  engine: Engine,
  write: PendingWrite,
  first: Proposal,
  calls: ExtensionCalls,
): Promise<readonly ExtendedProposal[]> => {
  const extended: ExtendedProposal[] = [];
  let proposal = first;
  const check = () => submitProposal(engine, write, first, extended, changeSet => engine.store.check(changeSet));
  for (const callLayer of calls)
    for (const answer of await callLayer(extensionRequest(engine, write, proposal, check))) {
      const next = await applyAnswer(engine, write, proposal, answer);
      extended.push(next);
      proposal = next.proposal;
    }
  return extended;
};
