import type { Static, TSchema } from '@sinclair/typebox';
import { assertValid, compileValidator } from '../../../../engine/define/compileValidator.js';
import { isPassword } from '../../../../base/credentials/passwords.js';
import { fail } from '../../../../base/errors/ApiError.js';
import { assertExpectedVersion } from '../../../../engine/commit/commit.js';
import { loadByUnique, resourceNotFound } from '../../../../engine/loadResources.js';
import { Flag, Integer, Optional, Shape, Text } from '../../../../engine/schema/primitives.js';
import { afterCommit } from '../../../../store/unavailableErrors.js';
import {
  type CustomerCall,
  customerRequest,
  type CustomerResponse,
  type CustomerServices,
  loadCustomer,
  ownCustomerRequest,
  respondWithCustomer,
  withRevokedTokens,
} from '../CustomerCall.js';
import { loginEmailKey } from '../email.js';
import type { Customer } from '../members.js';
import { assertHasPassword, assertPassword } from '../password.js';
import { createCustomerToken, findCustomerToken, retryOnConflict, TtlMinutes } from '../tokens.js';
import { commitCustomerChange } from './updateCustomer.js';

/** Compiles a schema to a function that refuses invalid drafts and drops undeclared members. */
export const draftReader = <S extends TSchema>(schema: S): ((draft: object) => Static<S>) => {
  const validate = compileValidator(schema);
  return draft => {
    assertValid(validate(draft));
    return draft as Static<S>;
  };
};

const members = { version: Integer, currentPassword: Text, newPassword: Text };
export const CustomerChangePassword = Shape({ id: Text, ...members });
export const MyCustomerChangePassword = Shape(members);

const readChange = draftReader(CustomerChangePassword);
const readOwnChange = draftReader(MyCustomerChangePassword);

/**
 * Replaces the password and revokes all tokens of the customer, the one of this request included (CUST090, CUST091,
 * CUST130).
 */
export const changePassword = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const isOwn = call.own === true;
  const { id, version, currentPassword, newPassword } = isOwn ? { id: '', ...readOwnChange(draft) } : readChange(draft);
  assertPassword(newPassword);
  const { engine, logins, passwordGuesses } = services;
  const { projectKey } = call;
  const request = isOwn
    ? ownCustomerRequest(services, call)
    : customerRequest(services, call, { field: 'id', value: id });
  const { stored, customer } = await loadCustomer(services, request);
  // A retry after a crash between commit and notification fails here on its version: it notifies before it fails.
  if (customer.version !== version) await engine.notifyTokensRevoked?.(projectKey, `customer:${customer.id}`);
  assertExpectedVersion(customer, version);
  assertHasPassword(customer);
  // An email never looks like an id, so these guesses do not count as guesses at sign-in.
  const isRight = await passwordGuesses.compare(projectKey, undefined, customer.id, async () =>
    isPassword(projectKey, currentPassword, await logins.passwordHashOf(projectKey, customer.id)),
  );
  if (!isRight) throw fail('InvalidCurrentPassword', {});
  const document = await commitCustomerChange(services, request, stored, {
    changes: {},
    messages: [{ type: 'CustomerPasswordUpdated', reset: false }],
    requestedEffects: { newPassword: { password: newPassword } },
  });
  return withRevokedTokens(call, customer.id, await afterCommit(respondWithCustomer(services, request, document)));
};

export const CustomerCreatePasswordResetToken = Shape({
  email: Text,
  ttlMinutes: Optional(TtlMinutes),
  invalidateOlderTokens: Optional(Flag),
});

/** The validity of a password token whose draft names none (CUST105, LIM015). */
const defaultTtlMinutes = 10;

const readToken = draftReader(CustomerCreatePasswordResetToken);

/** Creates a token that resets the password of the customer with an email (CUST092, CUST104). */
export const createPasswordToken = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { email, ttlMinutes = defaultTtlMinutes, invalidateOlderTokens } = readToken(draft);
  const { projectKey, storeKey } = call;
  const customer = await loadByUnique<Customer>(
    services.engine,
    projectKey,
    'customer',
    'email',
    loginEmailKey(storeKey, email) ?? '',
  );
  if (customer === undefined) throw resourceNotFound({ typeId: 'customer', field: 'email', value: email, storeKey });
  assertHasPassword(customer);
  return createCustomerToken(services, call, 'customer-password-token', {
    customerId: customer.id,
    ttlMinutes,
    invalidateOlderTokens,
  });
};

export const CustomerResetPassword = Shape({ tokenValue: Text, newPassword: Text, version: Optional(Integer) });

const readReset = draftReader(CustomerResetPassword);

/** Sets a new password by a token (CUST093, CUST094, CUST107); the token alone authorizes it, on `/me` too. */
export const resetPassword = async (
  services: CustomerServices,
  { own, ...call }: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { tokenValue, newPassword, version } = readReset(draft);
  assertPassword(newPassword);
  // All attempts share one object, by which `beforeCommit` hashes the password only once.
  const passwordEffect = { password: newPassword };
  return retryOnConflict(version, async () => {
    const { token, stored, customer } = await findCustomerToken(services, call, 'customer-password-token', tokenValue);
    if (version !== undefined) assertExpectedVersion(customer, version);
    assertHasPassword(customer);
    const request = customerRequest(services, call, { field: 'id', value: customer.id });
    const document = await commitCustomerChange(services, request, stored, {
      changes: {},
      messages: [{ type: 'CustomerPasswordUpdated', reset: true }],
      requestedEffects: { newPassword: passwordEffect, token },
    });
    const response = await afterCommit(respondWithCustomer(services, request, document, own));
    return withRevokedTokens(call, customer.id, response);
  });
};
