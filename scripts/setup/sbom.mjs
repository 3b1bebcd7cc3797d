/**
 * Writes dist/sbom.cdx.json, the list of all packages that the program and the built console consist of (CycloneDX 1.5,
 * by `npm sbom`), with hashes and licences, for all platforms. Runs as its own program, like other parts of the build.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const readJson = name => JSON.parse(readFileSync(join(root, name), 'utf8'));
const { name, dependencies } = readJson('package.json');
const { packages } = readJson('package-lock.json');

/** The console is built from packages that are no dependencies of the program. */
const importedByConsole = readdirSync(join(root, 'console', 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file))
  .flatMap(file => [
    ...readFileSync(join(root, 'console', 'src', file), 'utf8').matchAll(/(?:from|import) '([^'.][^']*)'/g),
  ])
  .map(([, path]) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0]);

const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 64 * 1024 ** 2,
});
const all = JSON.parse(output);

/** Dependencies by package, from which the shipped packages are collected recursively. */
const dependsOn = new Map(all.dependencies.map(each => [each.ref, each.dependsOn]));
const shipped = new Set();
const add = ref => {
  if (shipped.has(ref)) return;
  shipped.add(ref);
  dependsOn.get(ref)?.forEach(add);
};
const direct = [...new Set([...Object.keys(dependencies), ...importedByConsole])].map(folder => {
  const entry = packages[`node_modules/${folder}`];
  return `${entry.name ?? folder}@${entry.version}`;
});
direct.forEach(add);

const own = all.metadata.component;
const isShipped = ({ ref }) => shipped.has(ref);
const list = {
  ...all,
  metadata: { ...all.metadata, component: { ...own, name, type: 'application' } },
  components: all.components.filter(component => shipped.has(component['bom-ref'])),
  dependencies: [{ ref: own['bom-ref'], dependsOn: direct.sort() }, ...all.dependencies.filter(isShipped)],
};
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist', 'sbom.cdx.json'), `${JSON.stringify(list, undefined, 2)}\n`);
