/* The header of all pages: <site-header current="reference"> with the links between them and the session. */
import { element } from './dom.js';
import { currentSession, endSession, onSessionChange } from './session.js';
import { projectOfPage, requestSignIn } from './signIn.js';

const pages = [
  { name: 'home', label: 'Quayside', path: () => '/' },
  { name: 'reference', label: 'API reference', path: () => '/openapi' },
  { name: 'graphiql', label: 'GraphiQL', path: key => `/${encodeURIComponent(key)}/graphiql`, needsProject: true },
  { name: 'jobs', label: 'Jobs', path: key => `/${encodeURIComponent(key)}/jobs`, needsProject: true },
];

/** The project of the page, or else of the session. */
const knownProject = () => projectOfPage() ?? currentSession()?.projectKey;

/** Signs in first where the page belongs to a project that is not known yet. */
const openPage = page => async event => {
  if (!page.needsProject || knownProject() !== undefined) return;
  event.preventDefault();
  const session = await requestSignIn();
  if (session?.projectKey !== undefined) location.assign(page.path(session.projectKey));
};

const createLink = (page, current) => {
  const key = knownProject();
  return element(
    'a',
    {
      href: page.needsProject && key === undefined ? '#' : page.path(key),
      class: page.name === 'home' ? 'brand' : undefined,
      'aria-current': page.name === current ? 'page' : undefined,
      click: openPage(page),
    },
    page.label,
  );
};

const createAccount = () => {
  const session = currentSession();
  if (session === undefined)
    return [element('button', { type: 'button', class: 'primary', click: () => requestSignIn() }, 'Sign in')];
  const { projectKey, account } = session;
  return [
    element('span', { class: 'account', title: account }, element('strong', {}, projectKey ?? ''), ` ${account}`),
    element('button', { type: 'button', click: endSession }, 'Sign out'),
  ];
};

const skipToMain = event => {
  event.preventDefault();
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
};

class SiteHeader extends HTMLElement {
  connectedCallback() {
    this.setAttribute('role', 'banner');
    this.render();
    onSessionChange(() => this.render());
  }

  render() {
    const current = this.getAttribute('current');
    this.replaceChildren(
      element('a', { class: 'skip', href: '#main', click: skipToMain }, 'Skip to the content'),
      element('nav', { 'aria-label': 'Pages' }, ...pages.map(page => createLink(page, current))),
      element('div', { class: 'session' }, ...createAccount()),
    );
  }
}

customElements.define('site-header', SiteHeader);
