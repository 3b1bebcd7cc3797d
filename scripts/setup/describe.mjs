/**
 * Writes descriptions that are derived from the declarations of the compiled program: that of the API to dist/openapi
 * and the schema of GraphQL to dist/graphql. Servers send these files. Runs as its own program, because the scripts
 * start before npm has installed any package.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printSchema } from 'graphql';
import { root } from './run.mjs';

const compiled = path => import(new URL(`../../dist/src/${path}.js`, import.meta.url).href);

const { describeApi } = await compiled('http/openapi/describeApi');
const { describeFiles } = await compiled('http/openapi/describeFiles');
const { createSchema } = await compiled('operations/graphqlSchema');

/** Replaces a folder of dist by files, given by their paths. */
const writeFolder = (name, files) => {
  const folder = join(root, 'dist', name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

writeFolder(
  'openapi',
  [...describeFiles(describeApi())].map(([path, content]) => [path, JSON.stringify(content)]),
);
writeFolder('graphql', [['schema.graphql', `${printSchema(createSchema())}\n`]]);
