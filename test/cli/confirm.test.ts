import { PassThrough } from 'node:stream';
import { test } from '../support/tap.js';
import { confirm } from '../../src/cli/confirm.js';

const ask = async (answer: string | undefined, isInteractive = true): Promise<string> => {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(answer);
  await confirm('All is deleted.', 'shop', { input, output, isInteractive });
  return String(output.read());
};

test('a command that deletes something asks for a word, and changes nothing at another answer', async t => {
  t.equal(await ask('shop\n'), 'All is deleted.\nType shop to confirm: ');
  const refusal = { message: "Nothing was changed: the answer was not 'shop'." };
  await t.rejects(ask('yes\n'), refusal);
  await t.rejects(ask('\n'), refusal);
  await t.rejects(ask(undefined), refusal, 'the end of the input is no confirmation');
  await t.rejects(ask('shop\n', false), {
    message: 'All is deleted. Without a terminal to confirm it, --yes is needed.',
  });
});
