import { fail } from '../../errors.js';
import { required } from '../form.js';
import { isPassword } from '../passwords.js';
import { lifetimesOf, readScope, respond, type Grant } from './grant.js';

/** A token for a customer, global or of the path's store, by email and password (AUTH012 to AUTH015, AUTH027, AUTH045). */
export const password: Grant = async ({ tokens, logins }, { client, form, storeKey }) => {
  const [email, given] = required(form, 'username', 'password');
  const words = readScope(client, form);
  const login = await logins.find(client.projectKey, storeKey, email);
  // Who does not exist costs a comparison too: neither the answer nor its time tells which of the two was wrong.
  const isRight = await isPassword(given, login?.passwordHash);
  if (login === undefined || !isRight) throw fail('invalid_grant', { message: 'Customer account with the given credentials not found.' });
  const { customerId } = login;
  const scope = `${words} customer_id:${customerId} customer:${customerId}`;
  const lifetimes = lifetimesOf(client);
  return respond(await tokens.issue(client.projectKey, { clientId: client.id, scope, customerId }, lifetimes), scope, lifetimes);
};
