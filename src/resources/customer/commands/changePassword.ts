import { idOf, locate } from '../../../engine/locate.js';
import { assertVersion } from '../../../engine/update.js';
import { fail } from '../../../errors/ApiError.js';
import { isPassword } from '../../../credentials/passwords.js';
import type { Customer } from '../members.js';
import { assertPassword } from '../password.js';
import { Integer, Shape, Text } from '../../../schema/primitives.js';
import {
  commitCustomerChange,
  respondAfterRevocation,
  type CustomerCall,
  type CustomerServices,
  type CustomerResponse,
  ownCustomerRequest,
  draftReader,
  customerRequest,
  customerTokenSubject,
} from './customerCall.js';

const members = { version: Integer, currentPassword: Text, newPassword: Text };
export const CustomerChangePassword = Shape({ id: Text, ...members });
export const MyCustomerChangePassword = Shape(members);

const readChange = draftReader(CustomerChangePassword);
const readOwnChange = draftReader(MyCustomerChangePassword);

/** Who signs in elsewhere has no password to change. */
export const assertHasPassword = ({ authenticationMode }: Customer): void => {
  if (authenticationMode !== 'Password')
    throw fail('InvalidOperation', {
      message: `The customer has no password: the authenticationMode is ${authenticationMode}.`,
    });
};

/** CUST090, CUST091, CUST130: a new password for the current one; all of the customer's sessions end, this one too. */
export const changePassword = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { id, version, currentPassword, newPassword } =
    call.own === true ? { id: '', ...readOwnChange(draft) } : readChange(draft);
  assertPassword(newPassword);
  const { engine, logins, guesses } = services;
  const { projectKey } = call;
  const named =
    call.own === true
      ? ownCustomerRequest(services, call)
      : customerRequest(services, call, { field: 'id', value: id });
  const located = await locate(engine, named, await idOf(engine, named));
  // A retry after a crash between commit and announcement ends here: then the end of the sessions is announced after all.
  if (located.resource.version !== version) await services.tokens.tell(customerTokenSubject(call, located.resource.id));
  assertVersion(located.resource, version);
  assertHasPassword(located.resource as unknown as Customer);
  const customerId = located.resource.id;
  // No email looks like an id, so these guesses are counted apart from those at sign-in.
  const isRight = await guesses.compare(projectKey, undefined, customerId, async () =>
    isPassword(currentPassword, await logins.passwordHashOf(projectKey, customerId)),
  );
  if (!isRight) throw fail('InvalidCurrentPassword');
  const messages = [{ type: 'CustomerPasswordUpdated', reset: false }];
  return respondAfterRevocation(
    services,
    call,
    named,
    await commitCustomerChange(services, named, located, {
      changes: {},
      messages,
      asked: { newPassword: { password: newPassword } },
    }),
  );
};
