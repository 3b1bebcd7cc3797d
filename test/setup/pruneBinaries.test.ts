import { test } from '../support/tap.js';

interface Runtime {
  readonly platform: string;
  readonly arch: string;
  readonly versions: { readonly modules: string };
}
const { unusedBinaries } = (await import(
  new URL('../../../scripts/setup/pruneBinaries.mjs', import.meta.url).href
)) as { readonly unusedBinaries: (files: readonly string[], runtime: Runtime) => string[] };

const files = [
  'uws.js',
  'uws_linux_x64_115.node',
  'uws_linux_x64_127.node',
  'uws_darwin_arm64_115.node',
  'package.json',
];
const runtime = (modules: string): Runtime => ({ platform: 'linux', arch: 'x64', versions: { modules } });

test('deletes the binaries of other platforms and of other versions of Node', t => {
  t.strictSame(unusedBinaries(files, runtime('115')), ['uws_linux_x64_127.node', 'uws_darwin_arm64_115.node']);
  t.end();
});

test('deletes no binary where the one for this version of Node is missing', t => {
  t.strictSame(unusedBinaries(files, runtime('999')), []);
  t.end();
});
