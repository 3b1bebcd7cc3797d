/** docs/compatibility.md: every path and update action of the SDK beside what the API description offers. */
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

const verdictOf = (have, want) => (have === want ? 'yes' : have === 0 ? 'no' : 'partly');

/** The first path segment that names a resource: `carts` of `/{projectKey}/in-store/key={storeKey}/carts/{ID}`. */
const areaOf = path => {
  const segments = path
    .split('/')
    .slice(2)
    .filter(segment => !/[{=]/.test(segment));
  const [first = 'project', second] = segments.filter(
    segment => !['in-store', 'as-associate', 'in-business-unit'].includes(segment),
  );
  return first === 'me' && second !== undefined ? `me/${second}` : first;
};

const groupBy = (list, keyOf) => {
  const groups = new Map();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const pathRows = (requests, offered) =>
  [...groupBy(requests, ({ path }) => path)].map(([path, calls]) => {
    const [there, missing] = [true, false].map(wanted =>
      calls.filter(({ method }) => offered.has(`${method} ${shapeOf(path)}`) === wanted).map(({ method }) => method),
    );
    const verdict = verdictOf(there.length, calls.length);
    return `| \`${path}\` | \`${calls[0].builder}\` | ${verdict} | ${there.join(', ')} | ${missing.join(', ')} |`;
  });

const actionRows = (wanted, offered) =>
  [...wanted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, names]) => {
      const have = offered.get(type) ?? new Set();
      const missing = [...names].filter(name => !have.has(name)).sort((a, b) => (a < b ? -1 : 1));
      const verdict = verdictOf(names.size - missing.length, names.size);
      return `| ${type} | ${verdict} | ${names.size - missing.length} of ${names.size} | ${missing.map(name => `\`${name}\``).join(', ')} |`;
    });

const summaryRows = (requests, offered) =>
  [...groupBy(requests, ({ path }) => areaOf(path))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([area, calls]) => {
      const there = calls.filter(({ method, path }) => offered.has(`${method} ${shapeOf(path)}`)).length;
      return `| ${area} | ${verdictOf(there, calls.length)} | ${there} of ${calls.length} |`;
    });

export const compatibilityPage = description => {
  const requests = sdkRequests();
  const offered = offeredRequests(description);
  const there = requests.filter(({ method, path }) => offered.has(`${method} ${shapeOf(path)}`)).length;
  return `# Compatibility

This page compares what version ${sdkVersion} of \`@commercetools/platform-sdk\` can call with what this server offers. It is generated: \`npm run docs\` writes it from the SDK's package and from the API description, which follows from the route table. A path that is offered is validated and answered as the specification says; differences in behaviour stand in [the decisions](decisions/README.md).

${there} of ${requests.length} requests are offered.

## By resource

| resource | offered | requests |
|---|---|---|
${summaryRows(requests, offered).join('\n')}

## Update actions

| resource type | offered | actions | missing |
|---|---|---|---|
${actionRows(sdkActions(), offeredActions(description)).join('\n')}

## Paths

| path | SDK builder | offered | methods | missing methods |
|---|---|---|---|---|
${pathRows(requests, offered).join('\n')}
`;
};
