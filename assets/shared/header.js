/* The header of all pages: <site-header current="reference"> with the links between them and the session. */
import { element } from './dom.js';
import {
  chooseProject,
  currentProject,
  currentSession,
  endSession,
  onSessionChange,
  projectOfPage,
} from './session.js';
import { openSignIn, signInAddress } from './signIn.js';

const inProject = path => key => `/${encodeURIComponent(key)}/${path}`;

const pages = [
  { name: 'home', label: 'Quayside', path: () => '/' },
  {
    name: 'console',
    label: 'Console',
    path: key => (key === undefined ? '/console' : `/console${inProject('orders')(key)}`),
  },
  { name: 'reference', label: 'API reference', path: () => '/openapi' },
  { name: 'graphiql', label: 'GraphiQL', path: inProject('graphiql'), needsProject: true },
  { name: 'jobs', label: 'Jobs', path: key => `/console${inProject('-/jobs')(key)}`, needsProject: true },
];

/** A page of a project needs a project key; without a session its link leads to the sign-in. */
const createLink = (page, current) => {
  const key = currentProject();
  return element(
    'a',
    {
      href: page.needsProject && key === undefined ? signInAddress() : page.path(key),
      class: page.name === 'home' ? 'brand' : undefined,
      'aria-current': page.name === current ? 'page' : undefined,
    },
    page.label,
  );
};

/** Creates the choice of the project; a page of a project shows only its own. */
const createProjectChoice = ({ projects }) => {
  const key = currentProject();
  if (projectOfPage() !== undefined || projects.length < 2) return element('strong', {}, key ?? '');
  const options = projects.map(each => element('option', { value: each.key, selected: each.key === key }, each.key));
  return element(
    'select',
    { 'aria-label': 'Project', change: ({ currentTarget }) => chooseProject(currentTarget.value) },
    ...options,
  );
};

const createAccount = () => {
  const session = currentSession();
  if (session === undefined)
    return [element('button', { type: 'button', class: 'primary', click: openSignIn }, 'Sign in')];
  const name = session.account?.email ?? session.client?.id ?? '';
  return [
    createProjectChoice(session),
    element('span', { class: 'account', title: name }, name),
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
