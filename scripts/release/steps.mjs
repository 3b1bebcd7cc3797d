import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneCommit, readCommand, runLogged } from './commands.mjs';
import { checkImage } from './image.mjs';
import { checkPackage } from './packageFile.mjs';
import { passed, skipped } from './runSteps.mjs';
import { checkUpgrade } from './upgrade.mjs';
import { changeLogFaults, newestFigures, readVersions, versionFaults } from './versions.mjs';

const passedWithout = faults => {
  if (faults.length > 0) throw new Error(faults.join(' '));
  return passed();
};

const checkWorkTree = async ({ source }) => {
  const changed = await readCommand('git', ['-C', source, 'status', '--porcelain']);
  return passedWithout(changed === '' ? [] : [`These files are not committed: ${changed.split('\n').join(', ')}.`]);
};

/** Later steps run in the clone, so that a file that is not committed is missed. */
const makeClone = async context => {
  const { source, temporary, logs } = context;
  const clone = join(temporary, 'clone');
  await cloneCommit(source, 'HEAD', clone);
  await runLogged('npm', ['run', 'build'], { cwd: clone, logs, name: 'clone' });
  context.folder = clone;
  return passed(`of ${await readCommand('git', ['-C', clone, 'rev-parse', '--short', 'HEAD'])}`);
};

/** A step that runs a script of package.json. */
const script = (name, ...options) => ({
  name,
  run: async ({ folder, logs }) => {
    const args = ['run', '--silent', name, ...(options.length === 0 ? [] : ['--', ...options])];
    const log = await runLogged('npm', args, { cwd: folder, logs, name: name.replace(':', '-') });
    return passed(readFileSync(log, 'utf8').trimEnd().split('\n').at(-1));
  },
});

/** Compares the hot paths with those of the last release that was measured. */
const checkSpeed = async context => {
  const file = newestFigures(context.folder);
  if (file === undefined) return skipped('bench/figures has no release; npm run bench -- --gate-write writes one');
  return script('bench', '--gate', file).run(context);
};

/** The checklist of a release, in this order: what takes seconds comes first. */
export const steps = [
  { name: 'work-tree', run: checkWorkTree },
  {
    name: 'change-log',
    run: async ({ source, version }) =>
      passedWithout(changeLogFaults(readFileSync(join(source, 'CHANGELOG.md'), 'utf8'), version)),
  },
  { name: 'clone', run: makeClone },
  // The build has repeated the version by then.
  { name: 'versions', run: async ({ folder }) => passedWithout(versionFaults(readVersions(folder))) },
  script('lint'),
  script('check:supply'),
  { name: 'package', run: checkPackage },
  { name: 'image', run: checkImage },
  { name: 'upgrade', run: checkUpgrade },
  script('test'),
  script('test:console'),
  script('test:long'),
  script('test:programs'),
  script('test:faults', '--rounds', '20'),
  script('test:cluster'),
  { name: 'bench', run: checkSpeed },
];
