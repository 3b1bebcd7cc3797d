/** docs/compatibility.md: every path and update action of the SDK beside what the API description offers. */
import { sdkVersion } from './sdkApi.mjs';

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

const summaryRows = requests =>
  [...groupBy(requests, ({ path }) => areaOf(path))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([area, calls]) => {
      const there = calls.filter(({ isOffered }) => isOffered).length;
      return `| ${area} | ${verdictOf(there, calls.length)} | ${there} of ${calls.length} |`;
    });

/** What this server does where the hosted API does otherwise, or where its documentation says little, and why. */
const choices = [
  {
    subject: 'Products with `view_published_products`',
    chosen:
      'The scope opens `products` over REST and GraphQL: published products only, whose `staged` is equal to `current` and whose `hasStagedChanges` is false, in `where`, `sort` and `total` too. The hosted API opens its product projections with this scope, which this server does not offer yet. `staged` stays, since the SDK declares it as required. Product types, tax categories and all other types keep scopes of their own ([more](decisions/scopes-and-stores.md)).',
  },
  {
    subject: '`lowercaseEmail` of customers',
    chosen:
      '`where` and `sort` know the field, REST and GraphQL show it nowhere. It is the email in the form in which emails are compared at a sign-in: lower case, composed accents (NFC), and characters that only look like a letter as they are. Texts of the query are brought into this form too, so every spelling of an email finds its customer. An equality uses an index.',
  },
];

export const compatibilityPage = ({ requests, actions }) => {
  const there = requests.filter(({ isOffered }) => isOffered).length;
  return `# Compatibility

This page compares what version ${sdkVersion} of \`@commercetools/platform-sdk\` can call with what this server offers. It is generated: \`npm run docs\` writes it from the SDK's package and from the API description, which follows from the route table. A path that is offered is validated and answered as the specification says; differences in behaviour stand in [the decisions](decisions/README.md). A request that is not offered answers 501 \`NotImplemented\`, and an update action that is not offered 400 \`InvalidField\`; both say that it is missing here.

${there} of ${requests.length} requests are offered.

## By resource

| resource | offered | requests |
|---|---|---|
${summaryRows(requests).join('\n')}

## Update actions

| resource type | offered | actions | missing |
|---|---|---|---|
${actionRows(actions).join('\n')}

## Where the hosted API differs or says little

${choices.map(({ subject, chosen }) => `- **${subject}.** ${chosen}`).join('\n')}

## Paths

| path | SDK builder | offered | methods | missing methods |
|---|---|---|---|---|
${pathRows(requests).join('\n')}
`;
};
