/** The input, services and response of every customer command, for REST and GraphQL alike. */
import { required } from '../../errors/required.js';
import type { Client } from '../../engine/define/Client.js';
import type { Engine } from '../../engine/Engine.js';
import type { Address, ResourceRequest, Response } from '../../engine/ResourceRequest.js';
import { ownAddress } from '../../engine/visibility.js';
import type { LoginServices } from './checkLogin.js';

export interface CustomerServices extends LoginServices {
  readonly engine: Engine;
}

export interface CustomerCall {
  readonly projectKey: string;
  /** Present on the paths of a store, which see the customers of that store instead of the global ones. */
  readonly storeKey?: string;
  /** True on `/me`: the call is about the customer of the token. */
  readonly own?: boolean;
  readonly client: Client;
  /** As in a ResourceRequest. */
  readonly scopes?: ReadonlySet<string>;
  /** Parameters such as `expand`; none by default. */
  readonly query?: URLSearchParams;
  readonly correlationId?: string;
}

/** A JSON response; the front threads drop cached grants of the revoked subjects before they send it. */
export interface CustomerResponse extends Response {
  readonly revokedTokenSubjects?: readonly string[];
}

const noBytes = new Uint8Array();

/** Turns the call into a request of the engine, for one customer where there is an address. */
export const customerRequest = (
  { engine }: CustomerServices,
  { query = new URLSearchParams(), ...call }: CustomerCall,
  address?: Address,
  body = noBytes,
): ResourceRequest => ({
  ...call,
  query,
  body,
  address,
  resourceType: required(engine.resourceTypes.get('customer'), 'customer'),
});

/** Turns a call on `/me` into a request of the engine. */
export const ownCustomerRequest = (services: CustomerServices, call: CustomerCall): ResourceRequest => {
  const request = customerRequest(services, { ...call, own: true });
  return { ...request, address: ownAddress(request) };
};
