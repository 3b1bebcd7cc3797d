/**
 * Returns the result of a run, with a failure code when some files have no result: a runner that died says nothing
 * about them.
 */
export const checkCompletion = (files, result, print) => {
  const missing = files.filter(file => !result.files.has(file));
  if (missing.length === 0) return result;
  print(`\n${missing.length} of ${files.length} files did not finish: ${missing.join(' ')}`);
  return { ...result, code: result.code || 1 };
};
