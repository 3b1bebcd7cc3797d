/**
 * docs/compatibility.md counts the requests of the SDK that the API description offers; docs/reference/hosted-api.md
 * lists every path and update action.
 */
import { readFileSync } from 'node:fs';
import { sdkVersion } from './sdkApi.mjs';

const verdictOf = (have, want) => (have === want ? 'yes' : have === 0 ? 'no' : 'partly');

/** Returns the first path segment that names a resource: `carts` for `/{projectKey}/in-store/key={storeKey}/carts`. */
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

const pathRows = requests =>
  [...groupBy(requests, ({ path }) => path)].map(([path, calls]) => {
    const [there, missing] = [true, false].map(wanted =>
      calls.filter(({ isOffered }) => isOffered === wanted).map(({ method }) => method),
    );
    const verdict = verdictOf(there.length, calls.length);
    return `| \`${path}\` | \`${calls[0].builder}\` | ${verdict} | ${there.join(', ')} | ${missing.join(', ')} |`;
  });

const actionRows = actions =>
  actions.map(({ type, count, missing }) => {
    const there = count - missing.length;
    const names = missing.map(name => `\`${name}\``).join(', ');
    return `| ${type} | ${verdictOf(there, count)} | ${there} of ${count} | ${names} |`;
  });

const countsByArea = requests =>
  [...groupBy(requests, ({ path }) => areaOf(path))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([area, calls]) => {
      const there = calls.filter(({ isOffered }) => isOffered).length;
      return { area, verdict: verdictOf(there, calls.length), there, all: calls.length };
    });

const summaryRows = requests =>
  countsByArea(requests).map(({ area, verdict, there, all }) => `| ${area} | ${verdict} | ${there} of ${all} |`);

const areasWith = (requests, wanted) =>
  countsByArea(requests)
    .filter(({ verdict }) => verdict === wanted)
    .map(({ area }) => area)
    .join(', ');

/** Returns the rows of a list next to this file, without its header. */
const rowsOf = name =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => line.split('\t'));

/** Behaviour of this server that differs from the documentation of the SDK or is unclear there, with the reasons. */
const differences = rowsOf('differences.tsv');

/** Published fields, arguments, inputs and values of GraphQL that are missing in types that exist here. */
const gapRows = rowsOf('graphqlGaps.tsv').map(
  ([reason, members]) =>
    `| ${reason} | ${members
      .split(' ')
      .map(member => `\`${member}\``)
      .join(', ')} |`,
);

const differenceRows = differences.map(
  ([subject, here, why, rules = '']) => `| ${subject} | ${here} | ${why} | ${rules} |`,
);

export const compatibilityPage = ({ requests }) => {
  const there = requests.filter(({ isOffered }) => isOffered).length;
  return `# Compatibility

What version ${sdkVersion} of \`@commercetools/platform-sdk\` can call, and what this server offers. \`npm run docs\` writes the page from the SDK's package and the API description. [Item by item](reference/hosted-api.md) has every path and update action, what GraphQL lacks, and where this server differs on purpose; [behaviour](reference/behaviour.md) has what is chosen where the documentation is silent.

A request that is not offered answers 501 \`NotImplemented\`, an update action that is not offered 400 \`InvalidField\`; both say that it is missing here. A member of a draft or an action that is not offered is a 400 \`InvalidField\` with its name, a query parameter a 400 \`InvalidInput\` (\`assets/missing\`).

${there} of ${requests.length} requests are offered:

- **all** of ${areasWith(requests, 'yes')};
- **in part** of ${areasWith(requests, 'partly')};
- **not yet** of ${areasWith(requests, 'no')}.
`;
};

export const hostedApiPage = ({ requests, actions }) =>
  `# The hosted API, item by item

What version ${sdkVersion} of \`@commercetools/platform-sdk\` can call beside what this server offers, from \`npm run docs\`; [compatibility](../compatibility.md) is the summary.

## By resource

| resource | offered | requests |
|---|---|---|
${summaryRows(requests).join('\n')}

## Update actions

| resource type | offered | actions | missing |
|---|---|---|---|
${actionRows(actions).join('\n')}

## Where this server differs on purpose

The last column has the ids of the SDK's rules, as tests and \`test/rules-exempt.tsv\` name them.

| subject | here | why | rules |
|---|---|---|---|
${differenceRows.join('\n')}

## GraphQL

All fields, arguments, inputs and values that the vendor's published types of the hosted schema name are in the types of this server, with these exceptions. \`Type.member(argument)\` is an argument. Types that are missing as a whole belong to the parts that are not offered.

| why not | missing, or of another type |
|---|---|
${gapRows.join('\n')}

## Paths

| path | SDK builder | offered | methods | missing methods |
|---|---|---|---|---|
${pathRows(requests).join('\n')}
`;
