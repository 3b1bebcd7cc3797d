/**
 * assets/missing/parameters.txt: the query parameters that the public SDK declares for offered requests and this server
 * does not, so that it refuses them.
 */
import { readFileSync } from 'node:fs';
import { sdkVersion } from './sdkApi.mjs';
import { sdkRequestTypes } from './sdkTypes.mjs';

const shapeOf = path => path.replace(/\{[^}]+\}/g, '{}');

/** Missing parameters that are ignored nevertheless, with the reason. */
const ignored = readFileSync(new URL('ignoredParameters.tsv', import.meta.url), 'utf8')
  .split('\n')
  .slice(1)
  .filter(line => line !== '')
  .map(line => {
    const [request, names] = line.split('\t');
    return { request, names: names.split(' ') };
  });

/** Returns the names of the described query parameters by method and path. */
const describedParameters = ({ paths, components: { parameters = {} } }) => {
  const resolve = each => (each.$ref === undefined ? each : parameters[each.$ref.split('/').at(-1)]);
  const described = new Map();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const names = [...(operation.parameters ?? []), ...(methods.parameters ?? [])]
        .map(resolve)
        .filter(each => each.in === 'query')
        .map(({ name }) => name);
      described.set(`${method.toUpperCase()} ${shapeOf(path)}`, names);
    }
  return described;
};

/** Returns `[{ request, names }]`: the parameters that each offered request lacks. */
const findMissingParameters = description => {
  const described = describedParameters(description);
  return sdkRequestTypes().flatMap(({ method, path, query }) => {
    const known = described.get(`${method} ${shapeOf(path)}`);
    const names = known === undefined ? [] : query.filter(name => !known.includes(name));
    return names.length === 0 ? [] : [{ request: `${method} ${path}`, names }];
  });
};

const isIgnored = (request, name) => ignored.some(each => each.request === request && each.names.includes(name));

/** Returns assets/missing/parameters.txt: a method, a path and names a line. */
export const missingParameters = description =>
  [
    `# The query parameters of version ${sdkVersion} of @commercetools/platform-sdk that this server does not offer.`,
    '# npm run docs writes this file.',
    ...findMissingParameters(description)
      .map(({ request, names }) => ({ request, names: names.filter(name => !isIgnored(request, name)) }))
      .filter(({ names }) => names.length > 0)
      .map(({ request, names }) => `${request} ${names.join(' ')}`),
    '',
  ].join('\n');
