import { commitUpdate } from '../../../engine/commit/pipeline.js';
import type { MessageDraft } from '../../../engine/define/Change.js';
import type { StoredResource } from '../../../engine/define/StoredResource.js';
import type { Document } from '../../../engine/document/Document.js';
import { ReferenceCollector } from '../../../engine/references/ReferenceCollector.js';
import { resolveReferences } from '../../../engine/references/resolveReferences.js';
import type { ResourceRequest } from '../../../engine/ResourceRequest.js';
import type { CustomerEffects } from '../CustomerEffects.js';
import type { CustomerServices } from '../CustomerCall.js';

interface CustomerChange {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly messages: readonly MessageDraft[];
  readonly requestedEffects: CustomerEffects;
}

/** Commits a customer change that is not an update action of the API; API extensions are called as on any update. */
export const commitCustomerChange = async (
  { engine }: CustomerServices,
  request: ResourceRequest,
  stored: StoredResource,
  { changes, messages, requestedEffects }: CustomerChange,
): Promise<Document> => {
  const { projectKey, resourceType } = request;
  const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  const callExtensions = await engine.extensionCaller?.(projectKey, resourceType.typeId, 'Update');
  const change = { changes, messages, unreferenced: false, requestedEffects: { ...requestedEffects } };
  return commitUpdate(engine, { kind: 'update', request, context, stored }, change, callExtensions);
};
