import { fail } from '../../errors/ApiError.js';
import { checkLogin } from '../../resources/customer/checkLogin.js';
import { required } from '../form.js';
import { lifetimesOf, readScope, respond, type Grant } from './grant.js';

/** A token for a customer, global or of the path's store, by email and password (AUTH012 to AUTH015, AUTH027, AUTH045). */
export const password: Grant = async (services, { client, form, storeKey }) => {
  const [email, given] = required(form, 'username', 'password');
  const { projectKey } = client;
  const words = readScope(client, form);
  const checked = await checkLogin(services, projectKey, storeKey, email, given);
  if (checked === undefined)
    throw fail('invalid_grant', { message: 'Customer account with the given credentials not found.' });
  const { customerId, atMs } = checked;
  const scope = `${words} customer_id:${customerId} customer:${customerId}`;
  const lifetimes = lifetimesOf(client);
  return respond(
    await services.tokens.issue(projectKey, { clientId: client.id, scope, customerId }, lifetimes, atMs),
    scope,
    lifetimes,
  );
};
