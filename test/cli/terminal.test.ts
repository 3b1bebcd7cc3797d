import { PassThrough } from 'node:stream';
import { test } from '../support/tap.js';
import { confirm, askPassword, readPassword } from '../../src/cli/terminal.js';

const answerConfirmation = async (answer: string | undefined, isInteractive = true): Promise<string> => {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(answer);
  await confirm('All is deleted.', 'shop', { input, output, isInteractive });
  return String(output.read());
};

test('a command that deletes something asks for a word, and changes nothing at another answer', async t => {
  t.equal(await answerConfirmation('shop\n'), 'All is deleted.\nType shop to confirm: ');
  const refusal = { message: "Nothing was changed: the answer was not 'shop'." };
  await t.rejects(answerConfirmation('yes\n'), refusal);
  await t.rejects(answerConfirmation('\n'), refusal);
  await t.rejects(answerConfirmation(undefined), refusal, 'the end of the input is no confirmation');
  await t.rejects(answerConfirmation('shop\n', false), {
    message: 'All is deleted. Without a terminal to confirm it, --yes is needed.',
  });
});

const typePasswords = async (typed: string, isInteractive = true): Promise<{ password: string; shown: string }> => {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(typed);
  const password = await askPassword({ input, output, isInteractive });
  return { password, shown: String(output.read()) };
};

test('asks for a password twice and does not show it', async t => {
  t.same(await typePasswords('secret 1234\nsecret 1234\n'), {
    password: 'secret 1234',
    shown: 'Password: \nOnce more: \n',
  });
  await t.rejects(typePasswords('secret 1234\nsecret 1235\n'), {
    message: 'The two passwords differ; nothing was changed.',
  });
  await t.rejects(typePasswords('secret 1234\n'), { message: 'The two passwords differ; nothing was changed.' });
  await t.rejects(typePasswords('', false), {
    message: 'Without a terminal to ask for the password, --password-stdin is needed.',
  });
});

test('reads a password from a pipe without its line end', async t => {
  for (const [piped, password] of [
    ['secret 1234\n', 'secret 1234'],
    ['secret 1234\r\n', 'secret 1234'],
    [' secret 1234 ', ' secret 1234 '],
  ] as const) {
    const input = new PassThrough();
    input.end(piped);
    t.equal(await readPassword(input), password);
  }
});
