/* Fills the page with the address of this server and the project of the session. */
import { currentSession, onSessionChange } from '/-/session.js';
import { requestSignIn } from '/-/signIn.js';

const pathOf = (projectKey, page) => `/${encodeURIComponent(projectKey)}/${page}`;

const render = () => {
  const { projectKey = 'demo' } = currentSession() ?? {};
  for (const each of document.querySelectorAll('[data-address]')) each.textContent = location.origin;
  for (const each of document.querySelectorAll('[data-project]')) each.textContent = projectKey;
  for (const link of document.querySelectorAll('[data-page]')) link.href = pathOf(projectKey, link.dataset.page);
};

/** Pages of a project ask for a sign-in first where the project is not known. */
const openPage = async event => {
  if (currentSession()?.projectKey !== undefined) return;
  event.preventDefault();
  const { page } = event.currentTarget.dataset;
  const session = await requestSignIn();
  if (session?.projectKey !== undefined) location.assign(pathOf(session.projectKey, page));
};

for (const link of document.querySelectorAll('[data-page]')) link.addEventListener('click', openPage);
onSessionChange(render);
render();
