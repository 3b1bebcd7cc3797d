import { isPassword } from '../../../credentials/passwords.js';
import { assertExpectedVersion } from '../../../engine/commit/assertExpectedVersion.js';
import { fail } from '../../../errors/ApiError.js';
import { Integer, Shape, Text } from '../../../schema/primitives.js';
import { assertHasPassword, assertPassword } from '../password.js';
import { afterCommit } from '../../../store/unavailableErrors.js';
import { commitCustomerChange } from './commitCustomerChange.js';
import {
  type CustomerCall,
  customerRequest,
  type CustomerResponse,
  type CustomerServices,
  ownCustomerRequest,
} from '../CustomerCall.js';
import { draftReader } from './draftReader.js';
import { loadCustomer } from '../loadCustomer.js';
import { respondWithCustomer, withRevokedTokens } from './respondWithCustomer.js';

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
