/** What the functions of this folder are called with, whichever face of the API calls them, and what they give back. */
import { setTimeout } from 'node:timers/promises';
import type { Static, TSchema } from '@sinclair/typebox';
import type { Client } from '../../../engine/context.js';
import { assertValid, compileDraft } from '../../../engine/draft.js';
import type { Document } from '../../../engine/document.js';
import type { Engine } from '../../../engine/engine.js';
import { expandBody } from '../../../engine/expand.js';
import type { Located } from '../../../engine/locate.js';
import { References, resolve } from '../../../engine/references.js';
import type { Address, ResourceRequest, Response } from '../../../engine/request.js';
import { commitOutcome } from '../../../engine/update.js';
import { ownAddressOf } from '../../../engine/visibility.js';
import type { MessageDraft } from '../../../engine/actions.js';
import { askingOnce } from '../../../engine/extend.js';
import type { Logins } from '../logins.js';
import type { Guesses } from '../../../oauth/rate.js';
import { subjects } from '../../../oauth/tokenRecords.js';
import type { TokenStore } from '../../../oauth/tokens.js';
import type { Asked } from '../settle.js';

export interface CustomerServices {
  readonly engine: Engine;
  readonly tokens: TokenStore;
  readonly logins: Logins;
  readonly guesses: Guesses;
}

export interface CustomerCall {
  readonly projectKey: string;
  /** On a store's path: its customers, not the global ones. */
  readonly storeKey?: string;
  /** On `/me`: whoever asks. */
  readonly own?: boolean;
  readonly client: Client;
  /** Parameters such as `expand`; none by default. */
  readonly query?: URLSearchParams;
  readonly correlationId?: string;
}

/** JSON as it goes out; `ended`: subjects whose tokens no longer work, for the front to forget at once. */
export interface CustomerResponse extends Response {
  readonly ended?: readonly string[];
}

const noBytes = new Uint8Array();

/** The call as the engine's verbs take it, for one customer where there is an address. */
export const customerRequest = (
  { engine }: CustomerServices,
  { query = new URLSearchParams(), ...call }: CustomerCall,
  address?: Address,
  body = noBytes,
): ResourceRequest => ({ ...call, query, body, address, resourceType: engine.resourceTypes.get('customer')! });

/** The same for whoever asks, at `/me`. */
export const ownCustomerRequest = (services: CustomerServices, call: CustomerCall): ResourceRequest => {
  const request = customerRequest(services, { ...call, own: true });
  return { ...request, address: ownAddressOf(request) };
};

/** A reader of drafts: it refuses all that does not fit, and drops what is not declared. */
export const draftReader = <S extends TSchema>(schema: S): ((draft: object) => Static<S>) => {
  const validate = compileDraft(schema);
  return draft => {
    assertValid(validate(draft));
    return draft as Static<S>;
  };
};

export const customerTokenSubject = ({ projectKey }: CustomerCall, customerId: string): string =>
  subjects.customer(projectKey, customerId);

/** The end of sessions is noted to the millisecond: whoever signs in upon the answer must not fall into the same one. */
const afterwardsMs = 2;

/** An answer about a customer whose sessions ended. */
export const withRevokedTokens = async (
  call: CustomerCall,
  customerId: string,
  response: Response,
): Promise<CustomerResponse> => {
  await setTimeout(afterwardsMs);
  return { ...response, ended: [customerTokenSubject(call, customerId)] };
};

export interface CustomerChange {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly messages: readonly MessageDraft[];
  readonly asked?: Asked;
}

/** Commits a change of a customer that is no update action of the API's; extensions are asked as about any update. */
export const commitCustomerChange = async (
  { engine }: CustomerServices,
  request: ResourceRequest,
  located: Located,
  { changes, messages, asked }: CustomerChange,
): Promise<Document> => {
  const { projectKey, resourceType } = request;
  const context = await resolve(engine, await engine.settings(projectKey), new References());
  const ask = askingOnce(await engine.askerOf?.(projectKey, resourceType.typeId, 'Update'));
  const outcome = { changes, messages, unreferenced: false, asked: { ...asked } };
  return (await commitOutcome(engine, request, located, outcome, context, ask)) ?? located.document;
};

export const respondWithCustomer = async (
  { engine }: CustomerServices,
  request: ResourceRequest,
  { body }: Document,
): Promise<CustomerResponse> => ({ status: 200, body: await expandBody(engine, request, body) });

/**
 * The answer about a customer whose sessions ended with the commit. A crash before it ends nothing, one behind it leaves no
 * token that can be read or refreshed; only what other processes remember of tokens is told after it (Engine.tellEnded), so
 * that a crash in between leaves it to them until they read the tokens again. The same request made again tells them.
 */
export const respondAfterRevocation = async (
  services: CustomerServices,
  call: CustomerCall,
  request: ResourceRequest,
  document: Document,
): Promise<CustomerResponse> =>
  withRevokedTokens(call, request.address!.value, await respondWithCustomer(services, request, document));
