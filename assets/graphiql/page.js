/* Renders GraphiQL. Each request reads the token from its field. Nothing is stored beyond the life of the page. */
(() => {
  const token = document.getElementById('token');

  // A token in the URL is removed from it, so that neither the history nor a copied link contains it.
  const { from } = token.dataset;
  const address = new URL(location.href);
  if (from !== undefined && address.searchParams.has(from)) {
    token.value = address.searchParams.get(from);
    address.searchParams.delete(from);
    history.replaceState(null, '', address);
  }

  const endpoint = location.pathname.replace(/\/graphiql\/?$/, '/graphql');

  const fetcher = async (request, { headers = {} } = {}) => {
    const given = token.value.trim();
    if (given === '' && headers.Authorization === undefined)
      return { errors: [{ message: 'Paste an access token above first.' }] };
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(given === '' ? {} : { Authorization: `Bearer ${given}` }),
        ...headers,
      },
      body: JSON.stringify(request),
      credentials: 'omit',
    });
    return response.json();
  };

  // Queries, variables and history contain passwords and tokens; localStorage would keep them for all pages of this host.
  const stored = new Map();
  const storage = {
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

  const defaultQuery = document.getElementById('query').content.textContent;
  const root = ReactDOM.createRoot(document.getElementById('graphiql'));
  const render = () =>
    root.render(
      React.createElement(GraphiQL, { key: token.value, fetcher, defaultQuery, storage, shouldPersistHeaders: false }),
    );

  // Another token may see another schema, which is loaded again.
  token.addEventListener('change', render);
  render();
})();
