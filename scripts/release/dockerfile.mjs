/** Reads what a Dockerfile copies, with the rules of .dockerignore. */

/** Splits a Dockerfile into stages, each with its name and its instructions `[name, words]`. */
export const stagesOf = text => {
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  const instructions = lines
    .filter(line => /^[A-Z]+ /.test(line))
    .map(line => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()]);
  const stages = [];
  for (const [name, words] of instructions) {
    if (name === 'FROM') stages.push({ name: / AS (\S+)$/.exec(words)?.[1], instructions: [] });
    else stages.at(-1)?.instructions.push([name, words]);
  }
  return stages;
};

/** Returns the copies of a stage: the stage that they come from (none: the checkout), the sources, and the target. */
export const copiesOf = ({ instructions }) =>
  instructions
    .filter(([name]) => name === 'COPY')
    .map(([, words]) => {
      const paths = words.split(/\s+/).filter(word => !word.startsWith('--'));
      return { from: /--from=(\S+)/.exec(words)?.[1], sources: paths.slice(0, -1), target: paths.at(-1) };
    });

/** Returns a function that tells whether .dockerignore leaves out a path; its last pattern that matches decides. */
export const ignoredBy = text => {
  const rules = text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const pattern = line
        .replace(/^!/, '')
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*+/g, '[^/]*');
      return { isIgnored: !line.startsWith('!'), matches: new RegExp(`^${pattern}(?:/|$)`) };
    });
  return path => rules.findLast(({ matches }) => matches.test(path))?.isIgnored ?? false;
};

/** Returns a sentence for each source that a stage copies from the checkout and that the image would lack. */
export const copyFaults = (stages, isIgnored, exists) =>
  stages
    .flatMap(copiesOf)
    .filter(({ from }) => from === undefined)
    .flatMap(({ sources }) => sources)
    .flatMap(source => {
      if (!exists(source)) return [`The Dockerfile copies ${source}, which does not exist.`];
      return isIgnored(source) ? [`The Dockerfile copies ${source}, which .dockerignore leaves out.`] : [];
    });
