/** The commands of quayside with arguments that lead each of them to Redis. */
import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../src/cli/runCommand.js';

const leavesOf = (command: Command, path: readonly string[] = []): { command: Command; path: readonly string[] }[] =>
  command.commands.length === 0
    ? [{ command, path }]
    : command.commands.flatMap(each => leavesOf(each, [...path, each.name()]));

/** Values of required options and arguments that cannot be any word. */
const values: Readonly<Record<string, string>> = { type: 'order', email: 'ann@example.com', scope: 'view_orders:shop' };
const valueOf = (name: string): string => values[name] ?? 'shop';

/** Options and arguments that a command needs besides its required options. */
const more: Readonly<Record<string, readonly string[]>> = {
  seed: ['--project', 'shop', '--orders', '1'],
  'project delete': ['--yes'],
};

const requiredOptions = ({ options }: Command): string[] =>
  options
    .filter((option: Option) => option.mandatory)
    .flatMap((option: Option) => [`--${option.name()}`, valueOf(option.name())]);

const requiredArguments = ({ registeredArguments }: Command): string[] =>
  registeredArguments.filter((argument: Argument) => argument.required).map(argument => valueOf(argument.name()));

/**
 * Lists the arguments of every command, including new ones. `given` contains the arguments of commands that need
 * others, by the names of the command.
 */
export const everyCommand = (given: Readonly<Record<string, readonly string[]>> = {}): string[][] =>
  leavesOf(createProgram()).map(({ command, path }) => [
    ...path,
    ...(given[path.join(' ')] ?? requiredArguments(command)),
    ...requiredOptions(command),
    ...(more[path.join(' ')] ?? []),
  ]);
