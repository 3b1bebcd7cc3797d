/*
 * The session of the pages: an access token in sessionStorage, which only this tab of the browser reads and which is
 * deleted with it. No URL and no localStorage contains the token; only the board of jobs also has it in its cookie.
 */

const storedName = 'quayside-session';
const changes = new EventTarget();
let expiry;

const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(storedName)) ?? {};
  } catch {
    return {};
  }
};

const write = session => {
  sessionStorage.setItem(storedName, JSON.stringify(session));
  changes.dispatchEvent(new Event('change'));
};

/** Longer timers fire at once. */
const timerMaxMs = 2 ** 31 - 1;

const watchExpiry = () => {
  clearTimeout(expiry);
  const { token, expiresAtMs } = read();
  if (token === undefined || expiresAtMs === undefined) return;
  const leftMs = expiresAtMs - Date.now();
  if (leftMs <= 0) endSession();
  else expiry = setTimeout(watchExpiry, Math.min(leftMs, timerMaxMs));
};

/** The session with `token`, `projectKey` and `account`, the name to show; undefined before the sign-in. */
export const currentSession = () => {
  const session = read();
  if (session.token === undefined) return undefined;
  if (session.expiresAtMs !== undefined && session.expiresAtMs <= Date.now()) {
    endSession();
    return undefined;
  }
  return session;
};

/** What was typed at the last sign-in, without secrets; it fills the form when the session has ended. */
export const lastSignIn = () => read().typed ?? {};

export const startSession = session => {
  write(session);
  watchExpiry();
};

/** Deletes the token. */
export const endSession = () => {
  const { typed } = read();
  write({ typed });
};

/** Calls `listener` after each sign-in and sign-out. */
export const onSessionChange = listener => changes.addEventListener('change', listener);

watchExpiry();
