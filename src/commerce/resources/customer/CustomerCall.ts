/** The input, services and response of every customer command, for REST and GraphQL alike. */
import { setTimeout } from 'node:timers/promises';
import { tokenSubjects } from '../../../base/credentials/secrets.js';
import { required } from '../../../base/errors/ApiError.js';
import type { Engine } from '../../../engine/Engine.js';
import type { Locator, ResourceRequest, Response } from '../../../engine/ResourceRequest.js';
import type { Client, StoredResource } from '../../../engine/define/Base.js';
import type { Document } from '../../../engine/document/Document.js';
import { loadRequested } from '../../../engine/loadRequested.js';
import { expandReferences } from '../../../engine/references/expandReferences.js';
import { ownLocator, shownBody } from '../../../engine/visibility.js';
import type { LoginServices } from './logins.js';
import type { Customer } from './members.js';

export interface CustomerServices extends LoginServices {
  readonly engine: Engine;
}

export interface CustomerCall {
  readonly projectKey: string;
  /** Present on the paths of a store, which show the customers of that store instead of the global ones. */
  readonly storeKey?: string;
  /** True on `/me`: the call is about the customer of the token. */
  readonly own?: boolean;
  readonly client: Client;
  /** Has the meaning of `scopes` in ResourceRequest. */
  readonly scopes?: ReadonlySet<string>;
  /** Parameters such as `expand`; none by default. */
  readonly query?: URLSearchParams;
  readonly correlationId?: string;
}

/** A JSON response; the front threads drop cached grants of the revoked subjects before they send it. */
export interface CustomerResponse extends Response {
  readonly revokedTokenSubjects?: readonly string[];
}

/** A command on customers beyond the engine's verbs. */
export type CustomerCommand = (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
) => Promise<CustomerResponse>;

const noBytes = new Uint8Array();

/** Turns the call into a request of the engine, for one customer if there is a locator. */
export const customerRequest = (
  { engine }: CustomerServices,
  { query = new URLSearchParams(), ...call }: CustomerCall,
  locator?: Locator,
  body = noBytes,
): ResourceRequest => ({
  ...call,
  query,
  body,
  locator,
  resourceType: required(engine.resourceTypes.get('customer'), 'customer'),
});

/** Turns a call on `/me` into a request of the engine. */
export const ownCustomerRequest = (services: CustomerServices, call: CustomerCall): ResourceRequest => {
  const request = customerRequest(services, { ...call, own: true });
  return { ...request, locator: ownLocator(request) };
};

export interface LoadedCustomer {
  readonly stored: StoredResource;
  readonly customer: Customer;
}

/** Loads the customer that a request addresses; throws ResourceNotFound where the path does not show it. */
export const loadCustomer = async ({ engine }: CustomerServices, request: ResourceRequest): Promise<LoadedCustomer> => {
  const stored = await loadRequested(engine, request);
  return { stored, customer: stored.resource as Customer };
};

/** Responds with a customer. `own` is true for a call at `/me`, also if it found the customer by a token. */
export const respondWithCustomer = async (
  { engine }: CustomerServices,
  request: ResourceRequest,
  { body }: Document,
  own = request.own,
): Promise<CustomerResponse> => {
  const shown = shownBody({ resourceType: request.resourceType, own }, body);
  return { status: 200, body: await expandReferences(engine, request, shown) };
};

/** Revocations are stored in milliseconds: a token issued upon the response must be later than the revocation. */
const revocationResolutionMs = 2;

/**
 * Adds the customer whose tokens the commit revoked. A crash before the commit revokes nothing; a crash after it leaves
 * no token that can be read or refreshed. Other processes are notified of the revocation after the commit
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
