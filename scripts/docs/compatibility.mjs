/**
 * Compares the requests and actions of the SDK with the API description: the facts of docs/compatibility.md and of
 * assets/missing.
 */
import { sdkActions, sdkRequests, sdkVersion } from './sdkApi.mjs';

/** Paths are compared without the names of their parameters. */
const shapeOf = path => path.replace(/\{[^}]+\}/g, '{}');

const offeredRequests = ({ paths }) => {
  const offered = new Set();
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      offered.add(`${method.toUpperCase()} ${shapeOf(path)}`);
      if (method === 'get') offered.add(`HEAD ${shapeOf(path)}`);
    }
  return offered;
};

const offeredActions = ({ components: { schemas } }) => {
  const resolve = schema => (schema?.$ref === undefined ? schema : resolve(schemas[schema.$ref.split('/').at(-1)]));
  const offered = new Map();
  for (const [name, schema] of Object.entries(schemas)) {
    const [, type] = /^(\w+)UpdateAction$/.exec(name) ?? [];
    if (type === undefined) continue;
    const parts = [schema, ...(schema.oneOf ?? schema.anyOf ?? [])].map(resolve);
    const names = parts
      .map(part => resolve(part?.properties?.action))
      .flatMap(one => [one?.const, ...(one?.enum ?? [])]);
    offered.set(type, new Set(names.filter(each => each !== undefined)));
  }
  return offered;
};

const byText = (a, b) => (a < b ? -1 : 1);

const compareActions = description => {
  const offered = offeredActions(description);
  return [...sdkActions()]
    .sort(([a], [b]) => byText(a, b))
    .map(([type, names]) => {
      const missing = [...names].filter(name => offered.get(type)?.has(name) !== true).sort(byText);
      return { type, count: names.size, missing };
    });
};

/** Returns `{ requests: [{ method, path, builder, isOffered }], actions: [{ type, count, missing }] }`. */
export const compareWithSdk = description => {
  const offered = offeredRequests(description);
  const requests = sdkRequests().map(request => ({
    ...request,
    isOffered: offered.has(`${request.method} ${shapeOf(request.path)}`),
  }));
  return { requests, actions: compareActions(description) };
};

const fileOf = (content, lines) =>
  [
    `# ${content} of version ${sdkVersion} of @commercetools/platform-sdk that this server does not offer.`,
    '# npm run docs writes this file.',
    ...lines,
    '',
  ].join('\n');

/** Returns assets/missing/requests.txt, a method and a path a line. HEAD is included in GET. */
export const missingRequests = ({ requests }) => {
  const missing = new Set(
    requests.filter(({ isOffered }) => !isOffered).map(({ method, path }) => `${method} ${path}`),
  );
  return fileOf(
    'The requests',
    [...missing].filter(each => !each.startsWith('HEAD ') || !missing.has(each.replace('HEAD', 'GET'))).sort(byText),
  );
};

/** Returns assets/missing/actions.txt, a resource type and the names of its update actions a line. */
export const missingActions = ({ actions }) =>
  fileOf(
    'The update actions',
    actions.filter(({ missing }) => missing.length > 0).map(({ type, missing }) => `${type} ${missing.join(' ')}`),
  );
