import { fail } from '../../errors/ApiError.js';
import { checkLogin } from '../../resources/customer/checkLogin.js';
import { requiredParameters } from '../readForm.js';
import { sessionScope } from '../scopeLists.js';
import { type GrantHandler, requestedScope, issueTerms, toTokenResponse } from './GrantHandler.js';

/**
 * Issues a token for a customer, of the project or of the path's store, by email and password (AUTH012 to AUTH015,
 * AUTH027, AUTH045).
 */
export const passwordGrant: GrantHandler = async (services, { client, form, storeKey }) => {
  const [email, password] = requiredParameters(form, 'username', 'password');
  const { projectKey } = client;
  const words = requestedScope(client, form);
  const login = await checkLogin(services, projectKey, storeKey, email, password);
  if (login === undefined)
    throw fail('invalid_grant', { message: 'Customer account with the given credentials not found.' });
  const { customerId, atMs } = login;
  const scope = sessionScope(words, { customerId });
  const terms = issueTerms(client);
  return toTokenResponse(
    await services.tokens.issue(projectKey, { clientId: client.id, scope, customerId }, terms, atMs),
    scope,
    terms,
  );
};
