import { setTimeout } from 'node:timers/promises';
import { tokenSubjects } from '../../../credentials/tokenSubjects.js';
import type { Document } from '../../../engine/document/Document.js';
import { expandReferences } from '../../../engine/references/expandReferences.js';
import type { ResourceRequest, Response } from '../../../engine/ResourceRequest.js';
import type { CustomerCall, CustomerResponse, CustomerServices } from '../CustomerCall.js';

export const respondWithCustomer = async (
  { engine }: CustomerServices,
  request: ResourceRequest,
  { body }: Document,
): Promise<CustomerResponse> => ({ status: 200, body: await expandReferences(engine, request, body) });

/** Revocations are stored in milliseconds: a token issued upon the response must be later than the revocation. */
const revocationResolutionMs = 2;

/**
 * Adds the customer whose tokens the commit revoked. A crash before the commit revokes nothing; a crash after it leaves
 * no token that can be read or refreshed. Other processes hear of the revocation after the commit
 * (Engine.notifyTokensRevoked), so a crash between the two leaves their cached grants until they expire; the same
 * request repeated notifies them.
 */
export const withRevokedTokens = async (
  { projectKey }: Pick<CustomerCall, 'projectKey'>,
  customerId: string,
  response: Response,
): Promise<CustomerResponse> => {
  await setTimeout(revocationResolutionMs);
  return { ...response, revokedTokenSubjects: [tokenSubjects.customer(projectKey, customerId)] };
};
