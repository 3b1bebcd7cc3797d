/** Runs one mutant: first the types, then the tests that reach its place, the likeliest first. */
import { applyMutant } from './findMutants.mjs';
import { runTestFiles } from './runTestFiles.mjs';

/** The first files notice most mutants; each further run starts a server again. */
const firstCount = 6;

/** Ends a mutant that computes forever. The slowest files take a minute on a busy machine. */
const timeoutMsDefault = 900_000;

/**
 * Creates a function that runs a mutant. It resolves to `{ noticedBy }`, which is undefined for a survivor, and the
 * number of test files. `reach` lists the files that reach a place, `rank` orders them, and at most `filesMax` run, for
 * `timeoutMs` each time.
 */
export const createMutantRun = ({ copy, checkTypes, reach, rank, filesMax, timeoutMs = timeoutMsDefault }) => {
  const broken = new Set();
  const healthy = new Set();

  /** Tells whether a file fails without any change, too, as one that needs a program which is missing here. */
  const isBroken = async file => {
    if (!file.startsWith('test/') || healthy.has(file)) return false;
    const failure = await runTestFiles(copy.folder, [file], { timeoutMs });
    (failure === undefined ? healthy : broken).add(file);
    return failure !== undefined;
  };

  const runFiles = async (mutant, files) => {
    const restore = copy.change(mutant.file, applyMutant(copy.read(mutant.file), mutant));
    try {
      return await runTestFiles(copy.folder, files, { timeoutMs });
    } finally {
      restore();
    }
  };

  /** Runs files until one notices the mutant; a file that fails by itself is left out, and the others run again. */
  const firstFailure = async (mutant, files) => {
    const usable = files.filter(file => !broken.has(file));
    if (usable.length === 0) return undefined;
    const failure = await runFiles(mutant, usable);
    return failure !== undefined && (await isBroken(failure.split(':')[0])) ? firstFailure(mutant, usable) : failure;
  };

  return async mutant => {
    const text = copy.read(mutant.file);
    const error = checkTypes(mutant.file, applyMutant(text, mutant));
    if (error !== undefined) return { noticedBy: `types: ${error}`, files: 0 };
    const files = rank(mutant, text, reach(mutant)).slice(0, filesMax);
    const noticedBy =
      (await firstFailure(mutant, files.slice(0, firstCount))) ?? (await firstFailure(mutant, files.slice(firstCount)));
    return { noticedBy, files: files.length };
  };
};
