/** The linters are configured to refuse the defects that each of them has to find. */
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { test } from '../support/tap.js';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const configurations = ['.oxlintrc.json', '.dependency-cruiser.cjs', 'knip.json', 'tsconfig.json', 'package.json'];

const sources: Readonly<Record<string, string>> = {
  'src/server/main.ts': `
    import { awaited, floating } from '../base/config/promises.js';
    import { hidden } from '../base/config/shadow.js';
    import { used } from '../base/config/exports.js';
    import { upwards } from '../store/upwards.js';
    await awaited();
    floating();
    console.log(hidden(1), used, upwards);
  `,
  'src/base/config/promises.ts': `
    const wait = (): Promise<void> => Promise.resolve();
    export const awaited = async (): Promise<void> => wait();
    export const floating = (): void => {
      wait();
    };
  `,
  'src/base/config/shadow.ts': `
    const size = 1;
    export const hidden = (size: number): number => size;
    console.log(size);
  `,
  'src/base/config/exports.ts': `
    export const used = 1;
    export const unused = 2;
  `,
  'src/cli/command.ts': `export const command = 'start';`,
  'src/store/upwards.ts': `export { command as upwards } from '../cli/command.js';`,
};

const folder = mkdtempSync(join(tmpdir(), 'quayside-lint-'));
for (const name of configurations) copyFileSync(join(root, name), join(folder, name));
for (const [path, source] of Object.entries(sources)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), source);
}
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

const run = async (command: string, args: readonly string[]): Promise<{ output: string; status: number }> => {
  const child = spawnBound(join(root, 'node_modules', '.bin', command), args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { output: `${output}${errors}`, status: status as number };
};

test('npm run lint refuses a floating promise, shadowing, an import upwards and an unused export', async t => {
  t.teardown(() => rmSync(folder, { recursive: true }));
  const [rules, imports, unused] = await Promise.all([
    run('oxlint', ['--type-aware', '--deny-warnings', '--format', 'unix', 'src']),
    run('depcruise', ['--config', '.dependency-cruiser.cjs', 'src']),
    run('knip', ['--no-progress', '--reporter', 'compact', '--include', 'exports']),
  ]);
  t.match(rules.output, /^src\/base\/config\/promises\.ts:5:\d+: .*no-floating-promises/m);
  t.match(rules.output, /^src\/base\/config\/shadow\.ts:3:\d+: .*no-shadow/m);
  t.match(rules.output, /^2 problems$/m);
  t.match(imports.output, 'store-imports-only-downwards: src/store/upwards.ts → src/cli/command.ts');
  t.match(imports.output, '1 dependency violations');
  t.match(unused.output, /^src\/base\/config\/exports\.ts: unused$/m);
  t.strictSame([rules.status, imports.status, unused.status], [1, 1, 1]);
});
