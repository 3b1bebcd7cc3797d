import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { UsageError } from './UsageError.js';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether a person can answer. */
  readonly isInteractive: boolean;
}

export const ownTerminal = (): Terminal => ({
  input: process.stdin,
  output: process.stderr,
  isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
});

/**
 * Asks for a word that confirms what a command is about to do; `consequence` is a sentence. Throws UsageError when the
 * answer is another one, and where nobody can answer.
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
