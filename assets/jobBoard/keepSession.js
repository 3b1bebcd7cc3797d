/* Renews the cookie of the board while the session of the console lasts: its tokens end after minutes. */
import { currentSession, projectOfPage, tokenForProject } from '/-/session.js';

const everyMs = 30_000;
let posted;

const renew = async () => {
  const token = await tokenForProject(projectOfPage());
  if (currentSession() === undefined) return location.reload();
  if (token === undefined || token === posted) return;
  const body = new URLSearchParams({ token });
  await fetch(document.baseURI.replace(/\/$/, ''), { method: 'POST', body, redirect: 'manual' });
  posted = token;
};

await renew();
// The next renewal tries again.
setInterval(() => renew().catch(() => undefined), everyMs);
