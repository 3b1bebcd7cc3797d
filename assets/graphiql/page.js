/* Puts GraphiQL on the page; the token is read from its field with every request. Nothing outlives the page. */
(() => {
  const token = document.getElementById('token');

  // A token that came with the address leaves it: it is not kept in the history, and not handed on with a link.
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

  // Queries, variables and history hold passwords and tokens: localStorage would keep them for all pages of this host.
  const kept = new Map();
  const storage = {
    getItem: name => kept.get(name) ?? null,
    setItem: (name, value) => {
      kept.set(name, value);
    },
    removeItem: name => {
      kept.delete(name);
    },
    clear: () => {
      kept.clear();
    },
    get length() {
      return kept.size;
    },
  };

  const defaultQuery = document.getElementById('query').content.textContent;
  const root = ReactDOM.createRoot(document.getElementById('graphiql'));
  const render = () =>
    root.render(
      React.createElement(GraphiQL, { key: token.value, fetcher, defaultQuery, storage, shouldPersistHeaders: false }),
    );

  // The schema is asked for anew with another token.
  token.addEventListener('change', render);
  render();
})();
