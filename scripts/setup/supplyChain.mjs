/** Checks the entry of each package in a lock file: the source of its content, and its licence. */

/** npm adds `resolved` for the public registry alone; other machines have their own mirrors. */
const registry = 'https://registry.npmjs.org/';

/** Packages with a script for their installation, which .npmrc prevents, and why they work without it. */
const withInstallScript = new Map([
  ['msgpackr-extract', 'compiles what its platform packages have compiled'],
  ['core-js', 'prints an advertisement'],
  ['dtrace-provider', 'compiles an optional probe of a logger'],
  ['esbuild', 'checks the binary of its platform package'],
  ['core-js-pure', 'prints an advertisement'],
  ...['agent-essentials', 'commerce-agent', 'commerce-mcp', 'mcp-essentials', 'processors'].map(name => [
    `@commercetools/${name}`,
    'refuses package managers other than that of its authors',
  ]),
]);

/** Licences that permit the use of the packages here. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
]);
/** Licences of tools and data that only build and test the program, and do not become a part of it. */
const licencesOfTools = new Set([...licences, 'CC-BY-3.0', 'MPL-2.0']);

/** Packages whose package.json lacks the licence. */
const licencesOfPackages = new Map([['jsonc-simple-parser', 'MIT']]);

/** Tells whether one choice of an expression, such as `(MIT OR CC0-1.0)`, consists of allowed licences. */
export const isAllowed = (expression, allowed = licences) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(licence => allowed.has(licence)));

/** Lists the faults in the content of one package. */
const faultsOfContent = (name, { integrity, resolved, hasInstallScript }) => [
  integrity?.startsWith('sha512-') !== true && 'has no SHA-512',
  resolved !== undefined && !resolved.startsWith(registry) && `comes from ${resolved}`,
  hasInstallScript && !withInstallScript.has(name) && 'runs a script when it is installed',
];

const faultOfLicence = (name, { dev, license = licencesOfPackages.get(name) ?? '' }) =>
  !isAllowed(license, dev === true ? licencesOfTools : licences) && `has the licence '${license}'`;

/**
 * Lists every fault in a lock file, a sentence each. Licences are checked only for packages that are built and shipped,
 * `areShipped`.
 */
export const supplyFaults = ({ packages }, { areShipped }) =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, entry]) => {
      const name = entry.name ?? path.replace(/^.*node_modules\//, '');
      return [...faultsOfContent(name, entry), areShipped && faultOfLicence(name, entry)]
        .filter(Boolean)
        .map(fault => `${name}@${entry.version} ${fault}`);
    });
