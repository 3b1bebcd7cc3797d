import { PassThrough } from 'node:stream';
import { test } from '../support/tap.js';
import { askPassword, readPassword } from '../../src/cli/askPassword.js';

const ask = async (typed: string, isInteractive = true): Promise<{ password: string; shown: string }> => {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(typed);
  const password = await askPassword({ input, output, isInteractive });
  return { password, shown: String(output.read()) };
};

test('asks for a password twice and does not show it', async t => {
  t.same(await ask('secret 1234\nsecret 1234\n'), {
    password: 'secret 1234',
    shown: 'Password: \nOnce more: \n',
  });
  await t.rejects(ask('secret 1234\nsecret 1235\n'), { message: 'The two passwords differ; nothing was changed.' });
  await t.rejects(ask('secret 1234\n'), { message: 'The two passwords differ; nothing was changed.' });
  await t.rejects(ask('', false), {
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
