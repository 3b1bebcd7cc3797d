/** Tokens that a customer is sent by mail: made, found again, and ended. What is kept of one is its hash (resources/customerToken). */
import { mergeChangeSets } from '../../../store/mergeChangeSets.js';
import { composeCompanionCreation } from '../../../engine/commit/create.js';
import { loadByUnique } from '../../../engine/loadMany.js';
import { loadAddressed, type StoredResource } from '../../../engine/loadAddressed.js';
import { ReferenceCollector, resolveReferences } from '../../../engine/references/resolveReferences.js';
import { composeRemoval } from '../../../engine/commit/remove.js';
import { retryOnStaleRead } from '../../../engine/commit/beforeCommit.js';
import { assertExpectedVersion } from '../../../engine/commit/update.js';
import { ApiError, fail } from '../../../errors/ApiError.js';
import { hashSecret, newSecret } from '../../../credentials/secrets.js';
import type { Customer } from '../members.js';
import { normalizeEmail } from '../email.js';
import type { CustomerToken, StoredToken, TokenKind } from '../../customerToken/index.js';
import { IntegerFrom } from '../../../schema/primitives.js';
import {
  type CustomerCall,
  type CustomerServices,
  type CustomerResponse,
  customerRequest,
} from '../commands/customerCall.js';
import { loadCustomerTokens } from './loadCustomerTokens.js';

/** 30 days; what is sent by mail should be answered sooner. */
export const TtlMinutes = IntegerFrom(1, 43_200);

/** Of one kind; the oldest go first. */
const tokensMax = 10;
const minuteMs = 60_000;

/** What a token holds for: the password and the email as they are now (AUTH044: of neither anything can be read from it). */
const boundTo = async ({ logins }: CustomerServices, projectKey: string, { id, email }: Customer): Promise<string> =>
  hashSecret(`${(await logins.passwordHashOf(projectKey, id)) ?? ''} ${id} ${normalizeEmail(email)}`);

export interface CustomerTokenDraft {
  readonly customerId: string;
  readonly version?: number;
  readonly ttlMinutes: number;
  readonly invalidateOlderTokens?: boolean;
}

const messageTypes = {
  'customer-email-token': 'CustomerEmailTokenCreated',
  'customer-password-token': 'CustomerPasswordTokenCreated',
} as const;

/** Makes a token; its value is in what this returns and nowhere else, in no message either. The customer's version stays. */
export const createCustomerToken = (
  services: CustomerServices,
  call: CustomerCall,
  kind: TokenKind,
  wish: CustomerTokenDraft,
): Promise<CustomerResponse> =>
  retryOnStaleRead(async () => {
    const { engine } = services;
    const { projectKey, client } = call;
    const { customerId, version, ttlMinutes, invalidateOlderTokens = false } = wish;
    const { resource } = await loadAddressed(
      engine,
      customerRequest(services, call, { field: 'id', value: customerId }),
      customerId,
    );
    if (version !== undefined) assertExpectedVersion(resource, version);
    const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
    const value = newSecret();
    const id = engine.newId();
    const expiresAt = new Date(Date.parse(context.now) + ttlMinutes * minuteMs).toISOString();
    const members = {
      customerId,
      hash: hashSecret(value),
      boundTo: await boundTo(services, projectKey, resource as unknown as Customer),
      expiresAt,
      invalidateOlderTokens,
    };
    const messages = () => [{ type: messageTypes[kind], customerId, expiresAt, invalidateOlderTokens }];
    const made = composeCompanionCreation(engine, { typeId: kind, id, members, messages }, client, context);
    const older = await loadCustomerTokens(engine, projectKey, kind, customerId);
    const removal = composeRemoval(
      engine,
      projectKey,
      engine.resourceTypes.get(kind)!,
      invalidateOlderTokens ? older : older.slice(0, Math.max(0, older.length - tokensMax + 1)),
      true,
    );
    // Whatever moved on, the customer or a token that was used, is looked at anew.
    const versionChecks = [
      { typeId: 'customer', id: customerId, expectedVersion: resource.version, retryIfStale: true },
    ];
    await engine.store.commit(mergeChangeSets({ ...made, versionChecks }, [removal]));
    const { now: createdAt } = context;
    return {
      status: 200,
      body: JSON.stringify({
        id,
        customerId,
        value,
        expiresAt,
        invalidateOlderTokens,
        createdAt,
        lastModifiedAt: createdAt,
      }),
    };
  });

const nouns = { 'customer-email-token': 'email token', 'customer-password-token': 'password token' } as const;

const unknown = (kind: TokenKind) =>
  fail('ResourceNotFound', {
    message: `The ${nouns[kind]} was not found: it is unknown, expired, used, or was made for another password or email.`,
  });

export interface FoundCustomerToken {
  readonly token: CustomerToken;
  readonly located: StoredResource;
  readonly customer: Customer;
}

/** The customer a token was made for; ResourceNotFound for a token that does not hold, or not on this path. */
export const findCustomerToken = async (
  services: CustomerServices,
  call: CustomerCall,
  kind: TokenKind,
  value: string,
): Promise<FoundCustomerToken> => {
  const { engine } = services;
  const { projectKey } = call;
  const resource = await loadByUnique<StoredToken>(engine, projectKey, kind, 'hash', hashSecret(value));
  if (resource === undefined || Date.parse(resource.expiresAt) <= engine.now().getTime()) throw unknown(kind);
  const { customerId } = resource;
  try {
    const located = await loadAddressed(
      engine,
      customerRequest(services, call, { field: 'id', value: customerId }),
      customerId,
    );
    const customer = located.resource as unknown as Customer;
    if (resource.boundTo !== (await boundTo(services, projectKey, customer))) throw unknown(kind);
    return { token: { kind, resource }, located, customer };
  } catch (error) {
    throw error instanceof ApiError && error.status === 404 ? unknown(kind) : error;
  }
};

const attemptsMax = 5;

/** Runs what goes by a token again where another change of the customer came between: only a version that the client gave is held against it. */
export const retryOnConflict = async (
  version: number | undefined,
  attempt: () => Promise<CustomerResponse>,
): Promise<CustomerResponse> => {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      const movedOn = error instanceof ApiError && error.status === 409;
      if (!movedOn || version !== undefined || count === attemptsMax) throw error;
    }
  }
};
