/**
 * npm run lint: formatting, types, rules of the code, direction of imports, unused exports. Every check runs, also
 * after one that failed; the exit code is 1 if any of them failed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { boundCommand } from './setup/boundCommand.mjs';
import { readCommandLine } from './setup/commandLine.mjs';
import { installPackages } from './setup/packages.mjs';
import { runMain } from './setup.mjs';
import { root } from './setup/run.mjs';

const folders = ['src', 'test', 'bench', 'faults', 'examples', 'console', 'assets'];

const checks = [
  ['formatting', 'biome', ['format', '.']],
  ['types', 'tsc', ['--noEmit']],
  ['types of the console', 'tsc', ['--project', 'console']],
  ['types of the scripts of pages', 'tsc', ['--project', 'assets']],
  ['rules', 'oxlint', ['--type-aware', '--deny-warnings', ...folders, 'scripts', 'bin']],
  ['direction of imports', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...folders]],
  ['unused files, exports and dependencies', 'knip', ['--no-progress']],
];

/** Runs a command of a package from node_modules/.bin. */
const passes = ([name, command, args]) => {
  console.error(`> ${command} ${args.join(' ')}`);
  const { status, error } = spawnSync(...boundCommand(join(root, 'node_modules', '.bin', command), args), {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) return true;
  console.error(`lint: ${name} failed${error === undefined ? '' : `: ${error.message}`}`);
  return false;
};

readCommandLine();

await runMain(installPackages);
const failed = checks.filter(check => !passes(check));
console.log(failed.length === 0 ? 'lint: clean' : `lint: ${failed.map(([name]) => name).join('; ')} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
