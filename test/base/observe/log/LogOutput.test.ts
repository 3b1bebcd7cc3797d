import { test } from '../../../support/tap.js';
import { LogOutput } from '../../../../src/base/observe/log/createLog.js';

/** A pipe that accepts as many bytes as are free, and fails when it is full. */
class Pipe {
  freeBytes = Infinity;
  text = '';

  readonly write = (_fileDescriptor: number, bytes: Uint8Array, offset: number): number => {
    if (this.freeBytes === 0) throw Object.assign(new Error('write EAGAIN'), { code: 'EAGAIN' });
    const taken = bytes.subarray(offset, offset + this.freeBytes);
    this.freeBytes -= taken.length;
    this.text += Buffer.from(taken).toString();
    return taken.length;
  };
}

test('writes the rest of a line before the next one', t => {
  const pipe = new Pipe();
  const output = new LogOutput(2, pipe.write);
  pipe.freeBytes = 4;
  output.write('first line\n');
  t.equal(pipe.text, 'firs');
  pipe.freeBytes = Infinity;
  output.write('second line\n');
  t.equal(pipe.text, 'first line\nsecond line\n');
  t.equal(output.lostLines, 0);
  t.end();
});

test('counts the lines that a full pipe does not take, and never cuts a line', t => {
  const pipe = new Pipe();
  const output = new LogOutput(2, pipe.write);
  pipe.freeBytes = 4;
  output.write('first line\n');
  output.write('lost while the pipe is full\n');
  pipe.freeBytes = 3;
  output.write('lost while the rest does not fit\n');
  pipe.freeBytes = Infinity;
  output.write('last line\n');
  t.equal(pipe.text, 'first line\nlast line\n');
  t.equal(output.lostLines, 2);
  t.end();
});
