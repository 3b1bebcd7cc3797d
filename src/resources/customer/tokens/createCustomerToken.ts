import { required } from '../../../errors/required.js';
import { hashSecret, newSecret } from '../../../credentials/secrets.js';
import { retryOnStaleRead } from '../../../engine/commit/retryOnStaleRead.js';
import { composeCompanionCreation } from '../../../engine/commit/companionWrites.js';
import { composeRemoval } from '../../../engine/commit/composeRemoval.js';
import { assertExpectedVersion } from '../../../engine/commit/assertExpectedVersion.js';
import { ReferenceCollector } from '../../../engine/references/ReferenceCollector.js';
import { resolveReferences } from '../../../engine/references/resolveReferences.js';
import { IntegerFrom } from '../../../schema/primitives.js';
import { mergeChangeSets } from '../../../store/mergeChangeSets.js';
import type { StoredToken, TokenKind } from '../../customerToken/members.js';
import { type CustomerCall, customerRequest, type CustomerResponse, type CustomerServices } from '../CustomerCall.js';
import { loadCustomer } from '../loadCustomer.js';
import { loadCustomerTokens } from './loadCustomerTokens.js';
import { tokenBinding } from './tokenBinding.js';

/** At most 30 days: a mail should be answered sooner. */
export const TtlMinutes = IntegerFrom(1, 43_200);

/** The most tokens of one kind that a customer keeps; a new one removes the oldest. */
const tokensMax = 10;
const minuteMs = 60_000;

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

const tokensToRemove = (tokens: readonly StoredToken[], invalidateOlderTokens: boolean): readonly StoredToken[] =>
  invalidateOlderTokens ? tokens : tokens.slice(0, Math.max(0, tokens.length - tokensMax + 1));

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
    const { now: createdAt } = context;
    const value = newSecret();
    const id = engine.newId();
    const expiresAt = new Date(Date.parse(createdAt) + ttlMinutes * minuteMs).toISOString();
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
