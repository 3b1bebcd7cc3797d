/*
 * The API reference: the list of operations, and Swagger UI with the tag of the operation that the fragment of the
 * address names. With the whole description Swagger UI would block for minutes, so it gets that of one tag.
 */
import { element } from '/-/dom.js';
import { currentProject, currentSession, fetchSignedIn, onSessionChange } from '/-/session.js';
import { createOperationList } from './operationList.js';

const { SwaggerUIBundle } = globalThis;
const main = document.getElementById('reference');
const introduction = [...main.childNodes];
const { title } = document;

const load = async path => {
  let response;
  try {
    response = await fetch(`openapi/${path}`);
  } catch {
    throw new Error('The server cannot be reached.');
  }
  const body = await response.json();
  if (!response.ok) throw new Error(body.message);
  return body;
};

/** Paths without a project, whose requests need no token. */
const withoutProject = /^\/(?:$|-\/|oauth\/|openapi|healthz|readyz)/;

/** Sends a request of the viewer with the session, unless a person has typed credentials. */
const withSession = request => {
  const { pathname, origin } = new URL(request.url, location.href);
  const isSigned = request.headers.Authorization !== undefined || withoutProject.test(pathname);
  if (origin === location.origin && !isSigned && currentSession() !== undefined) request.userFetch = fetchSignedIn;
  return request;
};

/** Fills the project into each form. The server is the one that serves the page. */
const withProject = ({ servers: _servers, ...description }, projectKey) => {
  const parameters = Object.values(description.paths).flatMap(methods =>
    Object.values(methods).flatMap(operation => operation.parameters ?? []),
  );
  for (const { name, schema } of parameters) if (name === 'projectKey') schema.default = projectKey;
  return description;
};

const createViewer = (tag, projectKey, description) =>
  new Promise(resolve => {
    const place = element('div', { class: 'viewer' });
    main.replaceChildren(element('p', { class: 'back' }, element('a', { href: 'openapi' }, '‹ All operations')), place);
    const viewer = SwaggerUIBundle({
      spec: withProject(description, projectKey),
      domNode: place,
      docExpansion: 'list',
      defaultModelExpandDepth: 2,
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: true,
      syntaxHighlight: false,
      validatorUrl: null,
      requestInterceptor: withSession,
      onComplete: () => resolve({ tag, projectKey, viewer }),
    });
  });

/** Waits until the viewer has rendered an operation. */
const drawn = id =>
  new Promise(resolve => {
    const find = () => {
      const block = document.getElementById(id);
      if (block === null) return;
      observer.disconnect();
      resolve(block);
    };
    const observer = new MutationObserver(find);
    observer.observe(main, { childList: true, subtree: true });
    find();
  });

/** Labels the fields for bodies, which the viewer leaves without a label. */
const labelBodies = () => {
  for (const field of main.querySelectorAll('textarea:not([aria-label])')) field.setAttribute('aria-label', 'Body');
};

let shown;

const viewerOf = async tag => {
  const projectKey = currentProject();
  if (shown?.tag === tag && shown.projectKey === projectKey) return shown.viewer;
  shown = undefined;
  shown = await createViewer(tag, projectKey, await load(`tags/${tag}`));
  return shown.viewer;
};

const showOperation = async ({ operationId, method, path, tag }) => {
  const viewer = await viewerOf(tag);
  viewer.layoutActions.show(['operations', tag, operationId], true);
  document.title = `${method} ${path} – ${title}`;
  const block = await drawn(`operations-${tag}-${operationId}`);
  block.scrollIntoView();
  block.querySelector('button').focus({ preventScroll: true });
};

const showIntroduction = () => {
  shown = undefined;
  document.title = title;
  main.replaceChildren(...introduction);
};

const show = async (operations, list) => {
  const operationId = location.hash.slice(1);
  document.body.classList.toggle('has-operation', operationId !== '');
  list.select(operationId);
  if (operationId === '') return showIntroduction();
  try {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`There is no operation '${operationId}'.`);
    await showOperation(operation);
  } catch (error) {
    shown = undefined;
    main.replaceChildren(element('p', { class: 'error', role: 'alert' }, error.message));
  }
};

/** Runs tasks one after the other: a choice made while a tag loads takes effect once that tag is shown. */
const createQueue = () => {
  let last = Promise.resolve();
  return task => (last = last.then(task));
};

const start = async () => {
  const count = document.getElementById('count');
  try {
    const groups = await load('parts/operations');
    const operations = new Map(
      groups.flatMap(({ name, operations: all }) => all.map(each => [each.operationId, { ...each, tag: name }])),
    );
    const list = createOperationList(groups, {
      place: document.getElementById('groups'),
      search: document.getElementById('search'),
      count,
    });
    const enqueue = createQueue();
    addEventListener('hashchange', () => void enqueue(() => show(operations, list)));
    onSessionChange(
      () =>
        void enqueue(() => {
          // The end of a session keeps what is shown, because it contains the response that reported the end.
          const isOther = shown !== undefined && shown.projectKey !== currentProject();
          return isOther && currentSession() !== undefined ? show(operations, list) : undefined;
        }),
    );
    await enqueue(() => show(operations, list));
  } catch (error) {
    count.textContent = error.message;
  }
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColors);
followColors();
new MutationObserver(labelBodies).observe(main, { childList: true, subtree: true });
await start();
