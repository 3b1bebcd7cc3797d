/* Requests access tokens from the authorization service of this host. */

/** HTTP Basic takes id and secret form-encoded (RFC 6749 section 2.3.1). */
const basic = ({ clientId, clientSecret }) =>
  `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;

const readJson = async response => {
  try {
    return await response.json();
  } catch {
    return {};
  }
};

/** The text of an error in the formats of the authorization service and of the API. */
const errorText = ({ status }, { error_description: description, message }) =>
  message ?? description ?? `The server answered with status ${status}.`;

const send = async (path, options) => {
  let response;
  try {
    response = await fetch(path, { ...options, credentials: 'omit', cache: 'no-store' });
  } catch {
    throw new Error('The server cannot be reached.');
  }
  return { response, body: await readJson(response) };
};

const requestGrant = async (path, typed, form) => {
  const { response, body } = await send(path, {
    method: 'POST',
    headers: { Authorization: basic(typed) },
    body: new URLSearchParams(form),
  });
  if (!response.ok) throw new Error(errorText(response, body));
  return body;
};

/** A scope is written `name:projectKey`. */
const projectOf = scope => /^[^\s:]+:([^\s:]+)/.exec(scope)?.[1];

const toSession = ({ access_token: token, expires_in: seconds, scope }, account, projectKey = projectOf(scope)) => ({
  token,
  expiresAtMs: Date.now() + seconds * 1000,
  projectKey,
  account,
});

const signInClient = async typed => {
  const answer = await requestGrant('/oauth/token', typed, { grant_type: 'client_credentials' });
  return toSession(answer, typed.clientId);
};

const signInCustomer = async typed => {
  const { projectKey, email, password } = typed;
  const answer = await requestGrant(`/oauth/${encodeURIComponent(projectKey)}/customers/token`, typed, {
    grant_type: 'password',
    username: email,
    password,
  });
  return toSession(answer, email, projectKey);
};

/** What an Authorization header takes as a token (RFC 6750 section 2.1). */
const tokenPattern = /^[A-Za-z0-9._~+/=-]+$/;

/** Reads the project to check the token: a 403 tells that the server knows the token. */
const useToken = async ({ projectKey, accessToken }) => {
  if (!tokenPattern.test(accessToken)) throw new Error('This is no access token.');
  const { response, body } = await send(`/${encodeURIComponent(projectKey)}`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  if (!response.ok && response.status !== 403) throw new Error(errorText(response, body));
  return { token: accessToken, projectKey, account: 'access token' };
};

const kinds = new Map([
  ['client', signInClient],
  ['customer', signInCustomer],
  ['token', useToken],
]);

/** Returns the session of what was typed into the form; throws an error with the text of the server. */
export const requestToken = typed => kinds.get(typed.kind)(typed);
