import { hashSecret } from '../../../credentials/secrets.js';
import { loadByUnique } from '../../../engine/loadMany.js';
import { ApiError, fail } from '../../../errors/ApiError.js';
import type { CustomerToken, StoredToken, TokenKind } from '../../customerToken/members.js';
import { type CustomerCall, customerRequest, type CustomerServices } from '../CustomerCall.js';
import { loadCustomer, type LoadedCustomer } from '../loadCustomer.js';
import { tokenBinding } from './tokenBinding.js';

interface FoundCustomerToken extends LoadedCustomer {
  readonly token: CustomerToken;
}

const nouns = { 'customer-email-token': 'email token', 'customer-password-token': 'password token' } as const;

const tokenNotFound = (kind: TokenKind) =>
  fail('ResourceNotFound', {
    message: `The ${nouns[kind]} was not found: it is unknown, expired, used, or was made for another password or email.`,
  });

/**
 * Finds the customer that a token was made for; throws ResourceNotFound for an invalid token and on the path of another
 * store.
 */
export const findCustomerToken = async (
  services: CustomerServices,
  call: CustomerCall,
  kind: TokenKind,
  value: string,
): Promise<FoundCustomerToken> => {
  const { engine } = services;
  const { projectKey } = call;
  const resource = await loadByUnique<StoredToken>(engine, projectKey, kind, 'hash', hashSecret(value));
  if (resource === undefined || Date.parse(resource.expiresAt) <= engine.now().getTime()) throw tokenNotFound(kind);
  try {
    const request = customerRequest(services, call, { field: 'id', value: resource.customerId });
    const loaded = await loadCustomer(services, request);
    if (resource.boundTo !== (await tokenBinding(services, projectKey, loaded.customer))) throw tokenNotFound(kind);
    return { token: { kind, resource }, ...loaded };
  } catch (error) {
    throw error instanceof ApiError && error.status === 404 ? tokenNotFound(kind) : error;
  }
};
