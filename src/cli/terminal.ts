import { createInterface as createLineInterface } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './options.js';

interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** True if a person can answer. */
  readonly isInteractive: boolean;
}

/**
 * Asks for a word that confirms what a command is about to do; `consequence` is a sentence. Throws UsageError when the
 * answer is another one, and without a terminal.
 */
export const confirm = async (
  consequence: string,
  word: string,
  { input, output, isInteractive }: Terminal = ownTerminal(),
): Promise<void> => {
  if (!isInteractive) throw new UsageError(`${consequence} Without a terminal to confirm it, --yes is needed.`);
  const questions = createInterface({ input, output });
  const closed = new Promise<string>(resolve => questions.once('close', () => resolve('')));
  const answer = await Promise.race([questions.question(`${consequence}\nType ${word} to confirm: `), closed]);
  questions.close();
  if (answer.trim() !== word) throw new UsageError(`Nothing was changed: the answer was not '${word}'.`);
};

const ownTerminal = (): Terminal => ({
  input: process.stdin,
  output: process.stderr,
  isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
});

/** Reads a password from standard input: its text without the line end. */
export const readPassword = async (input: NodeJS.ReadableStream = process.stdin): Promise<string> =>
  (await text(input)).replace(/\r?\n$/, '');

/** Asks for a new password twice without showing it; throws UsageError without a terminal. */
export const askPassword = async ({ input, output, isInteractive }: Terminal = ownTerminal()): Promise<string> => {
  if (!isInteractive) throw new UsageError('Without a terminal to ask for the password, --password-stdin is needed.');
  const questions = createLineInterface({ input, output: silent(), terminal: true });
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

/** A terminal repeats typed text; this output drops it. */
const silent = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
