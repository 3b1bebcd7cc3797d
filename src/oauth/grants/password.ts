import { fail } from '../../errors.js';
import { required } from '../form.js';
import { isPassword } from '../passwords.js';
import { lifetimesOf, readScope, respond, type Grant } from './grant.js';

/** A token for a customer, global or of the path's store, by email and password (AUTH012 to AUTH015, AUTH027, AUTH045). */
export const password: Grant = async ({ tokens, logins, guesses }, { client, form, storeKey }) => {
  const [email, given] = required(form, 'username', 'password');
  const { projectKey } = client;
  const words = readScope(client, form);
  await guesses.assertFew(projectKey, storeKey, email);
  const { login, atMs } = await logins.find(projectKey, storeKey, email);
  // Who does not exist costs a comparison too: neither the answer nor its time tells which of the two was wrong.
  const isRight = await isPassword(given, login?.passwordHash);
  if (login === undefined || !isRight) {
    await guesses.count(projectKey, storeKey, email);
    throw fail('invalid_grant', { message: 'Customer account with the given credentials not found.' });
  }
  const { customerId } = login;
  const scope = `${words} customer_id:${customerId} customer:${customerId}`;
  const lifetimes = lifetimesOf(client);
  return respond(await tokens.issue(projectKey, { clientId: client.id, scope, customerId }, lifetimes, atMs), scope, lifetimes);
};
