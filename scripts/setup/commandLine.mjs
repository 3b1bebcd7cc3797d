/**
 * Reads the arguments of npm scripts. A sentence that says what is expected refuses wrong ones, and `--help` prints
 * the comment at the top of the script.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** The kinds of options; `value` is the word for what follows the name. */
export const flag = { type: 'boolean' };
export const integer = { type: 'string', value: 'N', isInteger: true };
export const text = value => ({ type: 'string', value });
/** An option that may be given again; its value is a list. */
export const texts = value => ({ type: 'string', value, multiple: true });

const listExpected = ({ options = {}, positionals }) => [
  ...Object.entries(options).map(([name, { value }]) => (value === undefined ? `--${name}` : `--${name} ${value}`)),
  ...(positionals === undefined ? [] : [positionals]),
];

const describeExpected = expected =>
  expected.length === 0 ? 'No arguments are expected' : `Expected are ${expected.join(', ')}`;

/** Returns what is wrong with one argument. */
const findProblem = ({ kind, name, rawName, value, inlineValue }, { options = {}, positionals }) => {
  if (kind === 'option-terminator') return undefined;
  if (kind === 'positional') return positionals === undefined ? `There is no argument '${value}'` : undefined;
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) return `There is no option '${rawName}'`;
  if (option.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value`;
  // The name of another option is no value.
  if (value === undefined || (!inlineValue && value.startsWith('-')))
    return `${rawName} lacks its value ${option.value}`;
  if (option.isInteger && !/^\d+$/.test(value)) return `${rawName} is '${value}', which is no integer`;
  return undefined;
};

/**
 * Returns the options and the positionals of `args`; integers are numbers. `positionals` is the word for other
 * arguments than options, where there may be any. Throws an error that says what is expected.
 */
export const parseCommandLine = (args, accepted) => {
  const { options = {} } = accepted;
  const settings = Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]);
  const config = Object.fromEntries(settings);
  const parsed = parseArgs({ args, options: config, strict: false, allowPositionals: true, tokens: true });
  const problem = parsed.tokens.map(token => findProblem(token, accepted)).find(each => each !== undefined);
  if (problem !== undefined)
    throw new Error(`${problem}. ${describeExpected(listExpected(accepted))}; --help explains it.`);
  const values = Object.entries(parsed.values).map(([name, value]) => [
    name,
    options[name].isInteger ? Number(value) : value,
  ]);
  return { values: Object.fromEntries(values), positionals: parsed.positionals };
};

/** Returns the text of the comment at the top of a script. */
const topComment = file => {
  const [, comment] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8'));
  return comment.replace(/^ ?\* ?/gm, '').trim();
};

/** Reads the arguments of the script that runs; ends the process after `--help` and after a wrong argument. */
export const readCommandLine = (accepted = {}) => {
  const [, script, ...args] = process.argv;
  if (args.includes('--help')) {
    console.log(topComment(script));
    process.exit(0);
  }
  try {
    return parseCommandLine(args, accepted);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
};
