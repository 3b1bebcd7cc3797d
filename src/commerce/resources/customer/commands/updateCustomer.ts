import { assertExpectedVersion } from '../../../../engine/commit/commit.js';
import { loadRequested } from '../../../../engine/loadRequested.js';
import { readFlag, readVersion } from '../../../../engine/queryParameters.js';
import { assertMayEraseRelatedData, eraseRelatedData } from '../erasure/eraseRelatedData.js';
import type { ResourceRequest } from '../../../../engine/ResourceRequest.js';
import { commitUpdate, updateResource } from '../../../../engine/commit/pipeline.js';
import { removeResource } from '../../../../engine/commit/removeResource.js';
import type { MessageDraft } from '../../../../engine/define/actions.js';
import type { StoredResource } from '../../../../engine/define/Base.js';
import type { Document } from '../../../../engine/document/Document.js';
import { ReferenceCollector, resolveReferences } from '../../../../engine/references/resolveReferences.js';
import { type CustomerResponse, type CustomerServices, withRevokedTokens } from '../CustomerCall.js';
import type { CustomerEffects } from '../beforeCommit.js';

/**
 * Updates a customer; cached grants are dropped before the response where the commit revokes tokens (CUST099, CUST100).
 */
export const updateCustomer = async (
  services: CustomerServices,
  request: ResourceRequest,
): Promise<CustomerResponse> => {
  const { engine } = services;
  let revokesTokens = false;
  const notifyTokensRevoked = async (projectKey: string, subject: string): Promise<void> => {
    revokesTokens = true;
    await engine.notifyTokensRevoked?.(projectKey, subject);
  };
  const response = await updateResource({ ...engine, notifyTokensRevoked }, request);
  if (!revokesTokens) return response;
  const { id } = JSON.parse(response.body.toString()) as { readonly id: string };
  return withRevokedTokens(request, id, response);
};

/**
 * Deletes a customer with its customer tokens and its OAuth tokens (CUST101, CUST102). With `relatedData` it erases the
 * person from all resources that refer to the customer, too: before the deletion, so that an interrupted request can be
 * repeated, and again after it, since more such resources may have been created meanwhile.
 */
export const removeCustomer = async (
  services: CustomerServices,
  request: ResourceRequest,
): Promise<CustomerResponse> => {
  const { engine } = services;
  const withRelatedData = readFlag(request.query, 'relatedData', false);
  if (withRelatedData) {
    assertMayEraseRelatedData(request);
    const { resource } = await loadRequested(engine, request);
    assertExpectedVersion(resource, readVersion(request.query));
    await eraseRelatedData(engine, request, resource.id);
  }
  const response = await removeResource(engine, request);
  const { id } = JSON.parse(response.body.toString()) as { readonly id: string };
  if (withRelatedData) await eraseRelatedData(engine, request, id);
  return withRevokedTokens(request, id, response);
};

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
