import { test } from '../support/tap.js';
import { LogOutput } from '../../src/log/LogOutput.js';

/** A pipe that takes as many bytes as it has room, and fails as a full one does. */
class Pipe {
  room = Infinity;
  text = '';

  readonly write = (_fileDescriptor: number, bytes: Uint8Array, offset: number): number => {
    if (this.room === 0) throw Object.assign(new Error('write EAGAIN'), { code: 'EAGAIN' });
    const taken = bytes.subarray(offset, offset + this.room);
    this.room -= taken.length;
    this.text += Buffer.from(taken).toString();
    return taken.length;
  };
}

test('writes the rest of a line before the next one', t => {
  const pipe = new Pipe();
  const output = new LogOutput(2, pipe.write);
  pipe.room = 4;
  output.write('first line\n');
  t.equal(pipe.text, 'firs');
  pipe.room = Infinity;
  output.write('second line\n');
  t.equal(pipe.text, 'first line\nsecond line\n');
  t.equal(output.lostLines, 0);
  t.end();
});

test('counts the lines that a full pipe does not take, and never cuts a line', t => {
  const pipe = new Pipe();
  const output = new LogOutput(2, pipe.write);
  pipe.room = 4;
  output.write('first line\n');
  output.write('lost while the pipe is full\n');
  pipe.room = 3;
  output.write('lost while the rest does not fit\n');
  pipe.room = Infinity;
  output.write('last line\n');
  t.equal(pipe.text, 'first line\nlast line\n');
  t.equal(output.lostLines, 2);
  t.end();
});
