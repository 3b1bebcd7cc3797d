import { test } from '../../../support/tap.js';
import { isTextLog } from '../../../../src/base/observe/log/createLog.js';
import { formatLogLine } from '../../../../src/base/observe/log/formatLogLine.js';

const date = new Date(2026, 10, 22, 9, 5, 7, 42);
const base = { level: 30, time: date.getTime(), region: 'local' };
const format = (fields: object, hasColours = false): string =>
  formatLogLine(`${JSON.stringify({ ...base, ...fields })}\n`, hasColours);

test('a line for people has time, level, message and fields', t => {
  t.equal(format({ msg: 'stopping' }), '09:05:07.042 INFO  stopping\n');
  t.equal(
    format({ level: 40, msg: 'slow request', path: '/a/b', ms: 12, text: 'two words', list: [1] }),
    '09:05:07.042 WARN  slow request path=/a/b ms=12 text="two words" list=[1]\n',
  );
  t.equal(
    format({ msg: 'red', level: 50, at: 1 }, true),
    '\u001b[2m09:05:07.042\u001b[0m \u001b[31mERROR\u001b[0m red \u001b[2mat=1\u001b[0m\n',
  );
  t.end();
});

test('the stack of an error is below its line', t => {
  t.equal(
    format({
      level: 50,
      msg: 'failed',
      err: { type: 'Error', message: 'why', stack: 'Error: why\n    at there (file.js:1:2)' },
    }),
    '09:05:07.042 ERROR failed\n    Error: why\n    at there (file.js:1:2)\n',
  );
  t.equal(format({ msg: 'failed', err: 'why' }), '09:05:07.042 INFO  failed err=why\n');
  t.end();
});

test('control characters in a line for people are escaped', t => {
  t.equal(format({ msg: 'a\u001b[2Jb\nc\u009b' }), '09:05:07.042 INFO  a\\u001b[2Jb c\\u009b\n');
  t.equal(format({ msg: 'x', path: '/\u001b[2J' }), '09:05:07.042 INFO  x path=/\\u001b[2J\n');
  t.end();
});

test('lines are for people in a terminal, and JSON elsewhere, unless LOG_FORMAT says otherwise', t => {
  t.same(
    (['auto', 'text', 'json'] as const).map(each => [isTextLog(each, true), isTextLog(each, false)]),
    [
      [true, false],
      [true, true],
      [false, false],
    ],
  );
  t.end();
});
