/**
 * The direction of imports, as docs/architecture.md draws it. A layer imports itself and the layers above it in this
 * list, never one below; and there is no circle of files or of folders.
 */
const layers = [
  [
    'config',
    'errors',
    'schema',
    'lifecycle',
    'memory',
    'log',
    'metrics',
    'tracing',
    'credentials',
    'shedding',
    'verbs',
  ],
  ['redis'],
  ['store'],
  ['engine'],
  ['pricing'],
  ['resources'],
  ['outbound', 'search', 'indexing', 'oauth', 'extensions', 'registry', 'monitoring', 'accounts'],
  ['services'],
  ['projects', 'verify', 'seed', 'migration'],
  ['jobs'],
  ['console'],
  ['graphql', 'pool', 'http', 'openapi'],
  ['processes', 'cli'],
];

const pathOf = names => `^src/(${names.join('|')})/`;

const directions = layers.slice(0, -1).map((names, index) => ({
  name: `${names[0]}-imports-only-downwards`,
  comment: `${names.join(', ')} must not import a layer that is built on them.`,
  severity: 'error',
  from: { path: pathOf(names) },
  to: { path: `${pathOf(layers.slice(index + 1).flat())}|^src/[^/]+\\.ts$` },
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
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'every-folder-has-a-layer',
      comment: 'A folder that the list of layers lacks could import everything.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: pathOf(layers.flat()) },
    },
    {
      name: 'engine-names-no-resource-type',
      comment: 'What differs between resource types is declared in src/resources.',
      severity: 'error',
      from: { path: '^src/(engine|store|redis|schema)/' },
      to: { path: '^src/resources/' },
    },
    {
      name: 'source-imports-no-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|faults|scripts)/' },
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
      comment:
        'Loading TypeBox or Ajv takes a sixth of the start of a thread: src/schema/Type.ts builds schemas, and loadAjv.ts loads Ajv when it is needed.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/schema/loadAjv[.]ts$' },
      to: { path: '(@sinclair/typebox|node_modules/ajv)/', dependencyTypesNot: ['type-only'] },
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
      '^(src|test|bench|faults|scripts)/|node_modules/u[Ww]eb[Ss]ockets|@sinclair/typebox/|node_modules/ajv/',
  },
};
