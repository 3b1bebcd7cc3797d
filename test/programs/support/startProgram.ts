/** Begins the test of a program: a new project, the recording proxy, and tests that name the log of the proxy. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientCredentials, ProjectDraft } from '../../../src/projects/createProject.js';
import { type Quayside, startQuayside } from '../../support/quayside.js';
import { t as file, type Test, test } from '../../support/tap.js';
import { type RecordingProxy, startRecordingProxy } from './recordingProxy.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export interface Program extends Omit<RecordingProxy, 'stop'> {
  readonly quayside: Quayside;
  /** A client of the new project that has all scopes. */
  readonly credentials: ClientCredentials;
  readonly projectKey: string;
  /** Adds a test that names the log of the program when it fails. */
  readonly test: (title: string, body: (t: Test) => Promise<void> | void) => void;
}

interface ProgramOptions {
  /** Settings of the new project, such as its currencies. */
  readonly project?: Partial<ProjectDraft>;
  /** A separate server, instead of the one that all tests share. */
  readonly quayside?: Quayside;
  /** A fixed port of the proxy, for a program whose build contains the address. */
  readonly port?: number;
}

/** `name` is the name of the log, `dist/programs/<name>.log`. */
export const startProgram = async (
  name: string,
  { project, port, quayside: own }: ProgramOptions = {},
): Promise<Program> => {
  const quayside = own ?? (await startQuayside());
  const credentials = await quayside.project(project);
  const { projectKey } = credentials;
  const logFile = join(root, 'dist', 'programs', `${name}.log`);
  const { stop, ...proxy } = await startRecordingProxy({
    target: quayside.address,
    logFile,
    title: `${name}, project ${projectKey}: requests (>) and answers (<), without secrets`,
    ...(port !== undefined && { port }),
  });
  file.teardown(stop);
  const nameLog = (t: Test): void => t.comment(`${t.name}: the requests are in ${relative(root, logFile)}`);
  return {
    ...proxy,
    quayside,
    credentials,
    projectKey,
    test: (title, body) =>
      void test(title, async t => {
        try {
          await body(t);
        } catch (error) {
          nameLog(t);
          throw error;
        }
        if (!t.passing()) nameLog(t);
      }),
  };
};

interface BuiltProgram {
  /** The repository as `owner/name`. */
  readonly repository: string;
  /** The commit that the test was written for. */
  readonly commit: string;
  /** The file of the test, without its ending. */
  readonly test: string;
  /** The required contents of the folder, such as "its dependencies and its build, made as its README says". */
  readonly needs: string;
}

const builtPrograms = JSON.parse(readFileSync(join(root, 'test/programs/built.json'), 'utf8')) as Readonly<
  Record<string, BuiltProgram>
>;
/** The folders of --built, by name. */
const folders = JSON.parse(process.env.PROGRAMS_BUILT ?? '{}') as Readonly<Record<string, string>>;

/** Returns the folder that was given for a program, if any. */
export const builtFolder = (name: string): string | undefined => folders[name];

/** Adds the tests of a program that was built before; without its folder, a skipped test that tells how to get it. */
export const withBuilt = async (name: string, addTests: (folder: string) => Promise<void> | void): Promise<void> => {
  const folder = builtFolder(name);
  if (folder !== undefined) return addTests(folder);
  const { repository, commit, needs, test: testName } = builtPrograms[name]!;
  file.comment(
    `${name} is skipped: it needs a folder with ${repository} at commit ${commit.slice(0, 10)} and ${needs}: ` +
      `npm run test:programs -- ${testName} --built ${name}=FOLDER`,
  );
  test(name, { skip: true }, () => undefined);
};
