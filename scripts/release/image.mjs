import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { readCommand, runLogged } from './commands.mjs';
import { copiesOf, copyFaults, ignoredBy, stagesOf } from './dockerfile.mjs';
import { passed } from './runSteps.mjs';
import { tryServer, withServer } from './serve.mjs';

const hasDocker = () => spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0;

/** Builds the image, and asks the program in it for its version. */
const buildImage = async ({ folder, logs, version }) => {
  const tag = `quayside:${version}`;
  const label = `org.opencontainers.image.version=${version}`;
  await runLogged('docker', ['build', '--tag', tag, '--label', label, '.'], { cwd: folder, logs, name: 'image' });
  const found = await readCommand('docker', ['run', '--rm', tag, 'node', 'bin/quayside.mjs', '--version']);
  if (found !== version) throw new Error(`The program of the image has the version ${found}, not ${version}.`);
  return passed(`${tag} was built`);
};

/** Copies what a stage copies, from the checkout or from another stage, into a folder that stands for /app. */
const copyStage = (stage, into, { folder, isIgnored, folders }) => {
  mkdirSync(into);
  for (const { from, sources, target } of copiesOf(stage))
    for (const source of sources) {
      const origin = from === undefined ? join(folder, source) : join(folders.get(from), relative('/app', source));
      const destination = join(into, target, target.endsWith('/') ? basename(source) : '');
      mkdirSync(dirname(destination), { recursive: true });
      if (source.endsWith('/node_modules')) symlinkSync(join(folder, 'node_modules'), destination);
      else
        cpSync(origin, destination, {
          recursive: true,
          filter: path => from !== undefined || !isIgnored(relative(folder, path)),
        });
    }
};

/** The commands of a stage that build the program; those that install packages or a system are left out. */
const buildCommands = ({ instructions }) =>
  instructions
    .filter(([name]) => name === 'RUN')
    .flatMap(([, words]) => words.split(' && '))
    .filter(command => /^(?:node|node_modules\/\.bin\/\S+) (?!-)/.test(command));

/** Follows the stages without docker: copies, builds and serves as they say, with the packages of the checkout. */
const followStages = async (stages, { folder, temporary, logs, version, isIgnored }) => {
  const [build, run] = stages;
  const folders = new Map([[build.name, join(temporary, 'image-build')]]);
  const [buildFolder, runFolder] = [folders.get(build.name), join(temporary, 'image-run')];
  const copying = { folder, isIgnored, folders };
  copyStage(build, buildFolder, copying);
  symlinkSync(join(folder, 'node_modules'), join(buildFolder, 'node_modules'));
  for (const command of buildCommands(build))
    await runLogged('/bin/sh', ['-c', command], { cwd: buildFolder, logs, name: 'image' });
  copyStage(run, runFolder, copying);
  const data = join(temporary, 'image-data');
  mkdirSync(data);
  const environment = run.instructions.filter(([name]) => name === 'ENV').flatMap(([, words]) => words.split(' '));
  const variables = { ...Object.fromEntries(environment.map(each => each.split('='))), HOST: '127.0.0.1' };
  const [, command] = run.instructions.find(([name]) => name === 'CMD');
  await withServer(runFolder, { data, variables, args: JSON.parse(command).slice(1) }, server =>
    tryServer(server, version),
  );
};

/** Builds the image where docker runs; elsewhere serves from what its stages copy and build, and says so. */
export const checkImage = async context => {
  const { folder } = context;
  const stages = stagesOf(readFileSync(join(folder, 'Dockerfile'), 'utf8'));
  const isIgnored = ignoredBy(readFileSync(join(folder, '.dockerignore'), 'utf8'));
  const [fault] = copyFaults(stages, isIgnored, path => existsSync(join(folder, path)));
  if (fault !== undefined) throw new Error(fault);
  if (hasDocker()) return buildImage(context);
  await followStages(stages, { ...context, isIgnored });
  return passed('no image was built, since docker does not run here; what its stages copy and build serves');
};
