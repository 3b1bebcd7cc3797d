/** Runs one mutant: first the types, then the tests that reach its place, the likeliest first. */
import { applyMutant } from './findMutants.mjs';
import { runTestFiles } from './runTestFiles.mjs';

/** The first files notice most mutants; each further run starts a server again. */
const firstCount = 6;

/** Ends a mutant that computes or waits forever: no file takes longer than this on a busy machine. */
const timeoutMsDefault = files => 90_000 + 10_000 * files.length;

/**
 * Creates a function that runs a mutant. It resolves to `{ noticedBy }`, which is undefined for a survivor, and the
 * number of test files. `reach` lists the files that reach a place, `rank` orders them, and at most `filesMax` run, each
 * time for `timeoutMsOf(files)`.
 */
export const createMutantRun = ({ copy, checkTypes, reach, rank, filesMax, timeoutMsOf = timeoutMsDefault }) => {
  const broken = new Set();
  const healthy = new Set();

  /** Tells whether a file fails without any change, too, as one that needs a program which is missing here. */
  const isBroken = async file => {
    if (healthy.has(file)) return false;
    const failure = await runTestFiles(copy.folder, [file], { timeoutMs: timeoutMsOf([file]) });
    (failure === undefined ? healthy : broken).add(file);
    return failure !== undefined;
  };

  const runFiles = async (mutant, files) => {
    const restore = copy.change(mutant.file, applyMutant(copy.read(mutant.file), mutant));
    try {
      return await runTestFiles(copy.folder, files, { timeoutMs: timeoutMsOf(files) });
    } finally {
      restore();
    }
  };

  /** Runs files until one notices the mutant; a file that fails by itself is left out, and the others run again. */
  const firstFailure = async (mutant, files, isSure) => {
    const usable = files.filter(file => !broken.has(file));
    if (usable.length === 0) return undefined;
    const failure = await runFiles(mutant, usable);
    const [file] = (failure ?? '').split(':');
    if (!usable.includes(file)) return failure;
    const others = usable.filter(each => each !== file);
    if (await isBroken(file)) return firstFailure(mutant, others, isSure);
    // A file about something else may have failed because the machine is busy.
    return isSure ? failure : ((await runFiles(mutant, [file])) ?? firstFailure(mutant, others, isSure));
  };

  return async mutant => {
    const text = copy.read(mutant.file);
    const error = checkTypes(mutant.file, applyMutant(text, mutant));
    if (error !== undefined) return { noticedBy: `types: ${error}`, files: 0 };
    const files = rank(mutant, text, reach(mutant)).slice(0, filesMax);
    const noticedBy =
      (await firstFailure(mutant, files.slice(0, firstCount), true)) ??
      (await firstFailure(mutant, files.slice(firstCount), false));
    return { noticedBy, files: files.length };
  };
};
