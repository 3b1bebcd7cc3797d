/**
 * Tries an extension with a stored resource: the call is a real one, and the actions that it answers with go through
 * the stages of a commit up to the last, which would write. Nothing is written.
 */
import type { Client, StoredResource } from '../../engine/define/Base.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { emptyBeforeCommitResult } from '../../engine/commit/beforeCommit.js';
import { noChange, type PendingUpdate } from '../../engine/commit/changeSets.js';
import { composeWrite } from '../../engine/commit/compose.js';
import { callExtensions } from '../../engine/commit/extensions.js';
import { loadActionContext } from '../../engine/commit/load.js';
import type { Engine } from '../../engine/Engine.js';
import type { ExtensibleAction, ExtensionAnswer, ExtensionCall } from '../../engine/ExtensionCall.js';
import { loadRequested } from '../../engine/loadRequested.js';
import { resourceNotFound } from '../../engine/loadResources.js';
import type { Locator, ResourceRequest } from '../../engine/ResourceRequest.js';
import { ApiError, type ErrorEntry, invalidInput } from '../../base/errors/ApiError.js';
import type { Extensions } from './Extensions.js';
import type { RecordedCall } from './callExtension.js';
import type { RegisteredExtension } from './RegisteredExtensions.js';

export interface ExtensionTestRequest {
  readonly projectKey: string;
  readonly extensionId: string;
  readonly action: ExtensibleAction;
  readonly typeId: string;
  /** Either `id` or `key` is given; `key` is the value of the unique field that addresses resources of the type. */
  readonly id?: string;
  readonly key?: string;
  readonly client: Client;
}

/** The effect that a commit with the answer would have. */
export type AnswerMeaning =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'changed'; readonly actions: readonly unknown[]; readonly resource: unknown }
  | { readonly outcome: 'refused'; readonly errors: readonly ErrorEntry[] }
  | {
      readonly outcome: 'actionsFailed';
      readonly actions: readonly unknown[];
      readonly errors: readonly ErrorEntry[];
    }
  | { readonly outcome: 'failed'; readonly errors: readonly ErrorEntry[] };

export interface ExtensionTest {
  /** True if a trigger applies to this resource, its condition included. */
  readonly isTriggered: boolean;
  /** Absent if nothing could be sent. */
  readonly call?: RecordedCall;
  readonly meaning: AnswerMeaning;
}

interface TestServices {
  readonly engine: Engine;
  readonly extensions: Extensions;
}

const notTriggered = ({ typeId, action }: ExtensionTestRequest): ApiError =>
  invalidInput(
    `The extension has no trigger for the action ${action} of the resource type '${typeId}', ` +
      'or this server does not have the type; expected a type and an action of one of its triggers.',
  );

const locatorOf = ({ definition }: ResourceType, { id, key }: ExtensionTestRequest): Locator => {
  if (id !== undefined && key === undefined) return { field: 'id', value: id };
  if (key !== undefined && id === undefined) return { field: definition.addressedBy?.field ?? 'key', value: key };
  throw invalidInput(`Expected 'resourceId' or 'resourceKey', and not both.`);
};

const isTriggeredBy = (
  { triggers }: RegisteredExtension,
  action: ExtensibleAction,
  resourceType: ResourceType,
  { document }: StoredResource,
): boolean =>
  triggers.some(
    ({ appliesTo, matches }) =>
      appliesTo(resourceType.typeId, action) &&
      (matches === undefined || matches(resourceType, JSON.parse(document.text))),
  );

/** A conflict, or a server without capacity, says nothing about the extension. */
const meaningOfError = (error: unknown, answer: ExtensionAnswer | undefined): AnswerMeaning => {
  if (!(error instanceof ApiError)) throw error;
  const { entries: errors, status } = error;
  const isAbout = (code: string): boolean => errors.some(each => each.code === code);
  if (answer !== undefined && isAbout('ExtensionUpdateActionsFailed'))
    return { outcome: 'actionsFailed', actions: answer.actions, errors };
  if (answer !== undefined) throw error;
  if (isAbout('ExtensionNoResponse') || isAbout('ExtensionBadResponse')) return { outcome: 'failed', errors };
  if (status === 400) return { outcome: 'refused', errors };
  throw error;
};

const answerMeaning = async (engine: Engine, write: PendingUpdate, callOne: ExtensionCall): Promise<AnswerMeaning> => {
  const { document, resource } = write.stored;
  const { changeSet } = composeWrite(engine, write, noChange);
  const first = { document, resource, changeSet, change: noChange, result: emptyBeforeCommitResult };
  let answer: ExtensionAnswer | undefined;
  try {
    const [extended] = await callExtensions(engine, write, first, [
      async request => {
        [answer] = await callOne(request);
        return answer === undefined || answer.actions.length === 0 ? [] : [answer];
      },
    ]);
    if (answer === undefined || extended === undefined) return { outcome: 'accepted' };
    return { outcome: 'changed', actions: answer.actions, resource: JSON.parse(extended.proposal.document.text) };
  } catch (error) {
    return meaningOfError(error, answer);
  }
};

export const testExtension = async (
  { engine, extensions }: TestServices,
  request: ExtensionTestRequest,
): Promise<ExtensionTest> => {
  const { projectKey, extensionId, action, typeId, client } = request;
  const extension = await extensions.find(projectKey, extensionId);
  if (extension === undefined) throw resourceNotFound({ typeId: 'extension', field: 'id', value: extensionId });
  const resourceType = engine.resourceTypes.get(typeId);
  if (resourceType === undefined || !extension.triggers.some(({ appliesTo }) => appliesTo(typeId, action)))
    throw notTriggered(request);
  const locator = locatorOf(resourceType, request);
  const query = new URLSearchParams();
  const update: ResourceRequest = { projectKey, resourceType, locator, query, body: new Uint8Array(), client };
  const stored = await loadRequested(engine, update);
  const isTriggered = isTriggeredBy(extension, action, resourceType, stored);
  const context = await loadActionContext(engine, projectKey, typeId, stored.resource, []);
  let call: RecordedCall | undefined;
  const meaning = await answerMeaning(
    engine,
    { kind: 'update', request: update, context, stored },
    async ({ before, ...sent }) => [
      await extensions.callRecorded(
        extension,
        { ...sent, action, ...(action === 'Update' && { before }) },
        recorded => {
          call = recorded;
        },
      ),
    ],
  );
  return { isTriggered, call, meaning };
};
