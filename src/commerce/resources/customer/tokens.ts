import { minuteMs } from '../../../base/durations.js';
import { hashSecret, newSecret } from '../../../base/credentials/secrets.js';
import { ApiError, fail, required } from '../../../base/errors/ApiError.js';
import { newBase } from '../../../engine/commit/apply.js';
import { assertExpectedVersion, retryOnStaleRead } from '../../../engine/commit/commit.js';
import { composeCompanionCreation, composeRemoval } from '../../../engine/commit/companionWrites.js';
import type { Base } from '../../../engine/define/Base.js';
import type { CompanionRemoval } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadBy, loadByUnique } from '../../../engine/loadResources.js';
import { ReferenceCollector, resolveReferences } from '../../../engine/references/resolveReferences.js';
import { IntegerFrom } from '../../../engine/schema/primitives.js';
import { mergeChangeSets } from '../../../store/ChangeSet.js';
import { type CustomerToken, type StoredToken, type TokenKind, tokenKinds } from '../customerToken.js';
import {
  type CustomerCall,
  customerRequest,
  type CustomerResponse,
  type CustomerServices,
  loadCustomer,
  type LoadedCustomer,
  respondWithCustomer,
} from './CustomerCall.js';
import { normalizeEmail } from './email.js';
import type { Logins } from './logins.js';
import type { Customer } from './members.js';

/** A token is valid for at most 30 days, since a mail should be answered sooner. */
export const TtlMinutes = IntegerFrom(1, 43_200);

interface CustomerTokenDraft {
  readonly customerId: string;
  readonly version?: number;
  readonly ttlMinutes: number;
  readonly invalidateOlderTokens?: boolean;
}

const messageTypes = {
  'customer-email-token': 'CustomerEmailTokenCreated',
  'customer-password-token': 'CustomerPasswordTokenCreated',
} as const;

/** Creates a token. Only the response holds its value; the store keeps a hash, and the customer's version stays. */
export const createCustomerToken = (
  services: CustomerServices,
  call: CustomerCall,
  kind: TokenKind,
  { customerId, version, ttlMinutes, invalidateOlderTokens = false }: CustomerTokenDraft,
): Promise<CustomerResponse> =>
  retryOnStaleRead(async () => {
    const { engine } = services;
    const { projectKey, client } = call;
    const request = customerRequest(services, call, { field: 'id', value: customerId });
    const { customer } = await loadCustomer(services, request);
    if (version !== undefined) assertExpectedVersion(customer, version);
    const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
    const value = newSecret();
    const id = engine.newId();
    const expiresAt = new Date(Date.parse(context.now) + ttlMinutes * minuteMs).toISOString();
    const members = {
      customerId,
      hash: hashSecret(value),
      boundTo: await tokenBinding(services, projectKey, customer),
      expiresAt,
      invalidateOlderTokens,
    };
    const messages = () => [{ type: messageTypes[kind], customerId, expiresAt, invalidateOlderTokens }];
    const creation = composeCompanionCreation(engine, { typeId: kind, id, members, messages }, client, context);
    const older = tokensToRemove(await loadCustomerTokens(engine, projectKey, kind, customerId), invalidateOlderTokens);
    const removal = composeRemoval(engine, projectKey, required(engine.resourceTypes.get(kind), kind), older, true);
    // A concurrent change of the customer, or of a token, makes the commit fail and everything be read again.
    const versionChecks = [
      { typeId: 'customer', id: customerId, expectedVersion: customer.version, retryIfStale: true },
    ];
    await engine.store.commit(mergeChangeSets({ ...creation, versionChecks }, [removal]));
    // The commit has set the times of the token.
    const { createdAt: now } = JSON.parse(String(creation.writes[0]?.body)) as Base;
    const base = newBase(id, client, { ...context, now });
    return {
      status: 200,
      body: JSON.stringify({ ...base, customerId, value, expiresAt, invalidateOlderTokens }),
    };
  });

/** The most tokens of one kind that a customer keeps; a new one removes the oldest. */
const tokensMax = 10;

const tokensToRemove = (tokens: readonly StoredToken[], invalidateOlderTokens: boolean): readonly StoredToken[] =>
  invalidateOlderTokens ? tokens : tokens.slice(0, Math.max(0, tokens.length - tokensMax + 1));

interface FoundCustomerToken extends LoadedCustomer {
  readonly token: CustomerToken;
}

/**
 * Finds the customer that a token was made for; throws ResourceNotFound for an invalid token and on the path of another
 * store, and the error of its kind for a token that has only expired.
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
  if (resource === undefined) throw tokenNotFound(kind);
  try {
    const request = customerRequest(services, call, { field: 'id', value: resource.customerId });
    const loaded = await loadCustomer(services, request);
    if (resource.boundTo !== (await tokenBinding(services, projectKey, loaded.customer))) throw tokenNotFound(kind);
    if (Date.parse(resource.expiresAt) <= engine.now().getTime()) throw fail(expiredErrors[kind], {});
    return { token: { kind, resource }, ...loaded };
  } catch (error) {
    throw error instanceof ApiError && error.status === 404 ? tokenNotFound(kind) : error;
  }
};

const expiredErrors = {
  'customer-email-token': 'ExpiredCustomerEmailToken',
  'customer-password-token': 'ExpiredCustomerPasswordToken',
} as const;

const nouns = { 'customer-email-token': 'email token', 'customer-password-token': 'password token' } as const;

const tokenNotFound = (kind: TokenKind) =>
  fail('ResourceNotFound', {
    message: `The ${nouns[kind]} was not found: it is unknown, used, deleted, or was made for another password or email.`,
  });

/** The path parameter that carries the value of a token. */
type TokenParameter = 'passwordToken' | 'emailToken';

const kinds: Readonly<Record<TokenParameter, TokenKind>> = {
  passwordToken: 'customer-password-token',
  emailToken: 'customer-email-token',
};

/** Reads the customer that a token was made for; the token stays valid (CUST082, CUST106). */
export const readCustomerByToken = async (
  services: CustomerServices,
  call: CustomerCall,
  parameter: TokenParameter,
  value: string,
): Promise<CustomerResponse> => {
  const { stored, customer } = await findCustomerToken(services, call, kinds[parameter], value);
  const request = customerRequest(services, call, { field: 'id', value: customer.id });
  return respondWithCustomer(services, request, stored.document);
};

/** Bounds the tokens of one kind that are read; a customer has at most `tokensMax`. */
const readMax = 100;

/** Loads a customer's tokens of one kind, the oldest first. */
export const loadCustomerTokens = (
  access: ResourceAccess,
  projectKey: string,
  kind: TokenKind,
  customerId: string,
): Promise<StoredToken[]> => loadBy<StoredToken>(access, projectKey, kind, 'customerId', customerId, readMax);

/** Loads all tokens of a customer for their removal in the same commit. */
export const loadCustomerTokenRemovals = (
  access: ResourceAccess,
  projectKey: string,
  customerId: string,
): Promise<CompanionRemoval[]> =>
  Promise.all(
    tokenKinds.map(async typeId => ({
      typeId,
      retryIfStale: true,
      resources: await loadCustomerTokens(access, projectKey, typeId, customerId),
    })),
  );

const attemptsMax = 5;

/**
 * Repeats a change by token after a concurrent change of the customer, unless the client named the version to change.
 */
export const retryOnConflict = async <T>(version: number | undefined, attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409;
      if (!isConflict || version !== undefined || count === attemptsMax) throw error;
    }
  }
};

/** Hashes the password hash and email that a token is bound to; neither can be read from the result (AUTH044). */
const tokenBinding = async (
  { logins }: { readonly logins: Logins },
  projectKey: string,
  { id, email }: Customer,
): Promise<string> =>
  hashSecret(`${(await logins.passwordHashOf(projectKey, id)) ?? ''} ${id} ${normalizeEmail(email)}`);
