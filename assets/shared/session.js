/*
 * The session of the pages is that of the console: a cookie that no script reads. Access tokens for its projects are
 * kept in the memory of the page alone.
 */

const projectName = 'quayside-project';
const changes = new EventTarget();
const tokens = new Map();
/** A token is replaced this long before it expires, since requests with it may be on their way. */
const marginMs = 30_000;

/** Loads the session; undefined without a sign-in, and while the server cannot be reached. */
const loadSession = async () => {
  try {
    const response = await fetch('/-/session', { cache: 'no-store' });
    return response.ok ? await response.json() : undefined;
  } catch {
    // Without a response of the server there is no session.
    return undefined;
  }
};

let session = await loadSession();

/** Returns the session with `projects`, and the `account` or API `client` that it belongs to; undefined without one. */
export const currentSession = () => session;

/** The key of the project in the path of the page; pages without one return undefined. */
export const projectOfPage = () => {
  const [, first, second] = location.pathname.split('/');
  return second === undefined || second === '' || first === 'openapi' ? undefined : decodeURIComponent(first);
};

/** Returns the project that the links of the pages lead to: that of the page, the one chosen last, or the first. */
export const currentProject = () => {
  const keys = session?.projects.map(({ key }) => key) ?? [];
  const chosen = sessionStorage.getItem(projectName);
  return projectOfPage() ?? (keys.includes(chosen) ? chosen : keys[0]);
};

const announce = () => changes.dispatchEvent(new Event('change'));

export const chooseProject = key => {
  sessionStorage.setItem(projectName, key);
  announce();
};

/** Calls `listener` after the session has ended, and after another project was chosen. */
export const onSessionChange = listener => changes.addEventListener('change', listener);

const forgetSession = () => {
  session = undefined;
  tokens.clear();
  announce();
};

/** Ends the session on the server, and with it all of its tokens. */
export const endSession = async () => {
  await fetch('/-/session', { method: 'DELETE' });
  forgetSession();
};

/** Issues a token. The session, the project or the server may refuse it; then the response tells why. */
const issueToken = async projectKey => {
  const response = await fetch('/-/session/tokens', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ projectKey }),
  });
  if (response.status === 401) forgetSession();
  if (!response.ok) return { refusal: response };
  const { access_token: token, expires_in: seconds } = await response.json();
  const issued = { token, endsAtMs: Date.now() + seconds * 1000 - marginMs };
  tokens.set(projectKey, issued);
  return issued;
};

const tokenOf = async projectKey => {
  const kept = tokens.get(projectKey);
  return kept !== undefined && kept.endsAtMs > Date.now() ? kept : issueToken(projectKey);
};

/** Returns a token of the session for a project; undefined if the session has none for it. */
export const tokenForProject = async projectKey => (await tokenOf(projectKey)).token;

/**
 * Sends a request with a token for the project in its path. Returns the response of the server, or its refusal to
 * issue a token. A token that was revoked is replaced once.
 */
export const fetchSignedIn = async (url, options = {}) => {
  const projectKey = decodeURIComponent(new URL(url, location.href).pathname.split('/')[1]);
  const send = async () => {
    const { token, refusal } = await tokenOf(projectKey);
    if (refusal !== undefined) return refusal;
    const headers = new Headers(options.headers);
    headers.set('Authorization', `Bearer ${token}`);
    return fetch(url, { ...options, headers, credentials: 'omit' });
  };
  const response = await send();
  if (response.status !== 401 || session === undefined) return response;
  tokens.delete(projectKey);
  return send();
};
