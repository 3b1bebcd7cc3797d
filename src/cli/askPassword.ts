import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ownTerminal, type Terminal } from './confirm.js';
import { UsageError } from './UsageError.js';

/** Reads a password from standard input: its text without the line end. */
export const readPassword = async (input: NodeJS.ReadableStream = process.stdin): Promise<string> =>
  (await text(input)).replace(/\r?\n$/, '');

/** A terminal repeats what is typed; this output swallows it. */
const silent = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks for a new password twice without showing it; throws UsageError where nobody can answer. */
export const askPassword = async ({ input, output, isInteractive }: Terminal = ownTerminal()): Promise<string> => {
  if (!isInteractive) throw new UsageError('Without a terminal to ask for the password, --password-stdin is needed.');
  const questions = createInterface({ input, output: silent(), terminal: true });
  // The lines are collected, also those that arrive before their question.
  const lines = questions[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    output.write(question);
    const line = await lines.next();
    output.write('\n');
    return line.done === true ? '' : line.value;
  };
  const password = await ask('Password: ');
  const repeated = await ask('Once more: ');
  questions.close();
  if (password !== repeated) throw new UsageError('The two passwords differ; nothing was changed.');
  return password;
};
