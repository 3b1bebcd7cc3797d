/* Fills the page with the address of this server and the project of the session. */
import { currentProject, onSessionChange } from '/-/session.js';

const pathOf = (projectKey, page) => `/${encodeURIComponent(projectKey)}/${page}`;

const render = () => {
  const projectKey = currentProject() ?? 'demo';
  for (const each of document.querySelectorAll('[data-address]')) each.textContent = location.origin;
  for (const each of document.querySelectorAll('[data-project]')) each.textContent = projectKey;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('[data-page]')))
    link.href = `${link.dataset.base ?? ''}${pathOf(projectKey, link.dataset.page)}`;
};

onSessionChange(render);
render();
