/**
 * The direction of imports, as docs/architecture.md draws it. A folder of `src` imports itself and those above it in this
 * list, never one below; and no files and no folders of any level import each other in a circle.
 */
const layers = [
  'base',
  'store',
  'engine',
  'commerce',
  'search',
  'auth',
  'services',
  'projects',
  'jobs',
  'graphql',
  'operations',
  'http',
  'server',
  'cli',
];

const pathOf = names => `^src/(${names.join('|')})/`;

const directions = layers.slice(0, -1).map((name, index) => ({
  name: `${name}-imports-only-downwards`,
  comment: `${name} must not import a folder that is built on it.`,
  severity: 'error',
  from: { path: pathOf([name]) },
  to: { path: `${pathOf(layers.slice(index + 1))}|^src/[^/]+\\.ts$` },
}));

module.exports = {
  forbidden: [
    ...directions,
    {
      name: 'no-circle-of-files',
      comment: 'Two files that import each other are one file, or lack a third that both import.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment: 'Two folders that import each other cannot be understood one after the other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src|console/src|assets|faults|examples)/' },
      to: { circular: true },
    },
    {
      name: 'every-folder-has-a-layer',
      comment: 'A folder that the list of layers lacks could import everything.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: pathOf(layers) },
    },
    {
      name: 'engine-names-no-resource-type',
      comment: 'What differs between resource types is declared in src/commerce/resources.',
      severity: 'error',
      from: { path: '^src/(engine|store|base)/' },
      to: { path: '^src/commerce/' },
    },
    {
      name: 'values-know-no-resource-type',
      comment: 'Money, addresses and taxes are what resource types and prices are made of.',
      severity: 'error',
      from: { path: '^src/commerce/values/' },
      to: { path: '^src/commerce/(pricing|resources|extensions)/' },
    },
    {
      name: 'pricing-knows-no-resource-type',
      comment: 'A cart is calculated from plain values, so that a test needs no server.',
      severity: 'error',
      from: { path: '^src/commerce/pricing/' },
      to: { path: '^src/commerce/(resources|extensions)/' },
    },
    {
      name: 'source-imports-no-tests',
      severity: 'error',
      from: { path: '^(src|console|assets)/' },
      to: { path: '^(test|bench|faults|scripts)/' },
    },
    {
      name: 'pages-import-no-server',
      comment: 'A page in the browser knows the server by its requests, and the types of their bodies.',
      severity: 'error',
      from: { path: '^(console|assets)/' },
      to: { path: '^src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-listener-imports-uwebsockets',
      comment: 'The web server library can be replaced where one folder knows it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/http/listener/' },
      to: { path: 'node_modules/u[Ww]eb[Ss]ockets' },
    },
    {
      name: 'threads-start-without-schema-libraries',
      comment: 'Loading TypeBox takes 8 % of the start of a thread: src/engine/schema/Type.ts builds schemas.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '@sinclair/typebox/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'examples-import-no-server',
      comment: 'An example is a program against the public API, as a client writes it.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(src|test|bench|faults|scripts|console|assets)/' },
    },
    {
      name: 'only-sample-data-imports-examples',
      comment: 'src/server/sampleShop.ts and the command that calls it start the program that creates the sample shop.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(server/sampleShop|cli/seed)\\.ts$' },
      to: { path: '^examples/' },
    },
    {
      name: 'references-import-no-server',
      comment: 'A reference that uses code of the server changes with what it is compared with.',
      severity: 'error',
      from: { path: '^bench/reference/' },
      to: { path: '^src/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    includeOnly:
      '^(src|test|bench|faults|examples|scripts|console|assets)/|node_modules/u[Ww]eb[Ss]ockets|@sinclair/typebox/',
  },
};
