/* Renders GraphiQL with the session of the pages. Queries and variables are stored only as long as the page is open. */
import { currentSession, fetchSignedIn, onSessionChange } from '/-/session.js';

/** The page of the indexer takes a token from its address (INDEX011); no other page does. */
const takesToken = /\/orders\/indexer\/graphiql\/?$/.test(location.pathname);

/** Removes the token from the address, so that neither the history nor a copied link contains it. */
const takeToken = () => {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return undefined;
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
  return takesToken && token !== '' ? token : undefined;
};

const addressToken = takeToken();

const endpoint = location.pathname.replace(/\/graphiql\/?$/, '/graphql');

const isSchemaRequest = ({ operationName }) => operationName === 'IntrospectionQuery';

/** Uses the headers of GraphiQL, where a person may type a token, such as a customer's; else that of the address. */
const withAddressToken = headers =>
  addressToken === undefined || new Headers(headers).has('Authorization')
    ? headers
    : { ...headers, Authorization: `Bearer ${addressToken}` };

/** A token in the headers takes precedence over the session. */
const send = (request, headers) => {
  /** @type {RequestInit} */
  const options = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(request),
    credentials: 'omit',
  };
  return new Headers(headers).has('Authorization') ? fetch(endpoint, options) : fetchSignedIn(endpoint, options);
};

const isRefused = headers => currentSession() === undefined && !new Headers(headers).has('Authorization');

const signInFirst = {
  errors: [{ message: 'Sign in to send requests, or write an Authorization header into the tab Headers.' }],
};

/** A new function makes GraphiQL load the schema again. */
const createFetcher =
  () =>
  async (request, { headers: typed = {} } = {}) => {
    const headers = withAddressToken(typed);
    if (!isRefused(headers)) return (await send(request, headers)).json();
    // The schema is loaded with the first request that has a token.
    return isSchemaRequest(request) ? new Promise(() => undefined) : signInFirst;
  };

/** Queries, variables and history may contain passwords and tokens, which localStorage would keep for all pages. */
const createStorage = () => {
  const stored = new Map();
  return {
    getItem: name => stored.get(name) ?? null,
    setItem: (name, value) => {
      stored.set(name, value);
    },
    removeItem: name => {
      stored.delete(name);
    },
    clear: () => {
      stored.clear();
    },
    get length() {
      return stored.size;
    },
  };
};

const main = document.getElementById('graphiql');

const { React, ReactDOM, GraphiQL } = globalThis;
const query = /** @type {HTMLTemplateElement} */ (document.getElementById('query'));
const defaultQuery = query.content.textContent;
const storage = createStorage();
const root = ReactDOM.createRoot(main);
const render = () =>
  root.render(
    React.createElement(GraphiQL, { fetcher: createFetcher(), defaultQuery, storage, shouldPersistHeaders: false }),
  );

/** Labels the fields of the editors, which GraphiQL leaves without a name, like their parts of the page. */
const nameEditors = () => {
  for (const field of main.querySelectorAll('.CodeMirror textarea:not([aria-label])'))
    field.setAttribute('aria-label', field.closest('[aria-label]')?.getAttribute('aria-label') ?? 'Editor');
};

new MutationObserver(nameEditors).observe(main, { childList: true, subtree: true });

onSessionChange(render);
render();
