/* Renders GraphiQL with the session of the pages. What is typed is not stored beyond the life of the page. */
import { currentSession, onSessionChange } from '/-/session.js';
import { fetchSignedIn } from '/-/signIn.js';

/**
 * A token in the URL is not used: logs of proxies would keep it, and a link could sign a person in with the token of
 * somebody else. It is removed, so that neither the history nor a copied link contains it.
 */
const removeToken = () => {
  const address = new URL(location.href);
  if (!address.searchParams.has('token')) return;
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
};

const endpoint = location.pathname.replace(/\/graphiql\/?$/, '/graphql');

const isSchemaRequest = ({ operationName }) => operationName === 'IntrospectionQuery';

/** A token that a person types into the headers of GraphiQL goes before the session. */
const send = (request, headers) => {
  const options = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(request),
    credentials: 'omit',
  };
  return new Headers(headers).has('Authorization') ? fetch(endpoint, options) : fetchSignedIn(endpoint, options);
};

/** A new function makes GraphiQL load the schema again: another token may see another one. */
const createFetcher = () => {
  const hasSession = currentSession() !== undefined;
  return async (request, { headers = {} } = {}) => {
    // The schema is loaded after the sign-in; a dialog that nobody asked for would cover the page.
    if (!hasSession && isSchemaRequest(request)) return new Promise(() => undefined);
    const response = await send(request, headers);
    return response === undefined ? { errors: [{ message: 'Sign in to send requests.' }] } : response.json();
  };
};

/** Queries, variables and history contain passwords and tokens; localStorage would keep them for all pages of this host. */
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
removeToken();

const { React, ReactDOM, GraphiQL } = globalThis;
const defaultQuery = document.getElementById('query').content.textContent;
const storage = createStorage();
const root = ReactDOM.createRoot(main);
const render = () =>
  root.render(
    React.createElement(GraphiQL, { fetcher: createFetcher(), defaultQuery, storage, shouldPersistHeaders: false }),
  );

onSessionChange(() => {
  if (currentSession() !== undefined) render();
});
render();
