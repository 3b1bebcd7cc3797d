/**
 * npm run release -- --dry-run [options]: runs the checklist of a release and prints its steps as a table; the exit
 * code is 1 if one failed (docs/releases.md). It changes nothing; the output of each step is in dist/release.
 *   --dry-run      is a trial, which may leave out steps; without it all steps run, and the last line says how to tag
 *   --only NAME    runs only this step; --skip NAME leaves it out; both can be given again, or take a list with commas
 *   --from REV     upgrades from this commit instead of the last release
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseSteps, formatRows, runSteps } from './release/runSteps.mjs';
import { steps } from './release/steps.mjs';
import { flag, readCommandLine, text, texts } from './setup/commandLine.mjs';
import { root } from './setup/run.mjs';
import { runMain } from './setup.mjs';

const { values } = readCommandLine({
  options: { 'dry-run': flag, only: texts('NAME'), skip: texts('NAME'), from: text('REV') },
});

await runMain(async () => {
  const isTrial = values['dry-run'] ?? false;
  const chosen = chooseSteps(steps, values);
  if (!isTrial && chosen.size < steps.length) throw new Error('Only --dry-run leaves out steps.');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const temporary = mkdtempSync(join(tmpdir(), 'quayside-release-'));
  const logs = join(root, 'dist', 'release');
  rmSync(logs, { recursive: true, force: true });
  try {
    const context = { source: root, folder: root, temporary, logs, version, from: values.from };
    const rows = await runSteps(steps, { context, chosen, print: line => console.error(line) });
    console.log(`\nQuayside ${version}\n\n${formatRows(rows)}`);
    if (rows.some(({ state }) => state === 'failed')) process.exitCode = 1;
    else if (!isTrial) console.log(`The commit can be tagged: git tag --annotate v${version} --message v${version}`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});
