import { serverRequest } from '../ResourceRequest.js';
import type { UpdateExtender } from '../define/BeforeCommit.js';
import type { Engine } from '../Engine.js';
import type { ExtensionCalls } from '../ExtensionCall.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { emptyBeforeCommitResult } from './beforeCommit.js';
import { noChange, type PendingUpdate } from './changeSets.js';
import { composeWrite } from './compose.js';
import { callExtensions, callOncePerText } from './extensions.js';

/**
 * Asks API extensions about updates of other resources that a request makes. It remembers their answers: another
 * attempt to commit the request calls them again only for another result.
 */
export const createUpdateExtender = (
  engine: Engine,
  request: Pick<ResourceRequest, 'projectKey' | 'client' | 'correlationId'>,
): UpdateExtender => {
  const known = new Map<string, ExtensionCalls>();
  const callsFor = async (typeId: string, id: string): Promise<ExtensionCalls | undefined> => {
    const name = `${typeId}/${id}`;
    const calls =
      known.get(name) ?? (await engine.extensionCaller?.(request.projectKey, typeId, 'Update'))?.map(callOncePerText);
    if (calls !== undefined) known.set(name, calls);
    return calls;
  };
  return async (update, context) => {
    const { typeId, stored, set: changes, messages = [], requestedEffects } = update;
    const calls = await callsFor(typeId, stored.resource.id);
    if (calls === undefined) return update;
    const { projectKey, client, correlationId } = request;
    const write: PendingUpdate = {
      kind: 'update',
      request: serverRequest(engine, projectKey, typeId, { client, correlationId }),
      context,
      stored,
    };
    const change = { ...noChange, changes, messages, requestedEffects };
    const composed = composeWrite(engine, write, change);
    const first = { ...composed, change, result: emptyBeforeCommitResult };
    const last = (await callExtensions(engine, write, first, calls)).at(-1)?.proposal.change;
    return last === undefined ? update : { ...update, set: last.changes, messages: last.messages };
  };
};
