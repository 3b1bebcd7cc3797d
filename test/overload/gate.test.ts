import { test } from 'tap';
import { createGate, type GateOptions } from '../../src/overload/gate.js';

const gateAt = (options: Partial<GateOptions> = {}) => {
  const clock = { ms: 0 };
  const gate = createGate({ max: 1_000, first: 100, least: 10, waitMs: 50, now: () => clock.ms, ...options });
  const enter = (count: number): number => Array.from({ length: count }, () => gate.enter()).filter(Boolean).length;
  const leave = (count: number): void => {
    for (let left = count; left > 0; left--) gate.leave();
  };
  const probe = (ms: number): void => {
    clock.ms += 10;
    gate.probeStarts();
    clock.ms += ms;
    gate.probeEnds();
  };
  return { gate, clock, enter, leave, probe };
};

test('it lets in as many as its bound, and one more for each that leaves', async t => {
  const { gate, enter } = gateAt();
  t.equal(enter(150), 100);
  t.equal(gate.refused, 50);
  t.ok(gate.refuses());
  gate.leave();
  t.notOk(gate.refuses());
  t.equal(gate.refused, 51, 'who asks and is told no is counted, and nobody else');
  t.equal(enter(5), 1);
});

test('quick probes raise the bound step by step, up to its maximum and only where it is used', async t => {
  const { gate, enter, probe } = gateAt({ max: 120 });
  t.equal(enter(40), 40);
  probe(1);
  t.equal(enter(100), 60, 'what nobody asked for is not given');
  probe(1);
  t.equal(enter(100), 15);
  for (let round = 0; round < 20; round++) probe(1);
  enter(100);
  t.equal(gate.inside, 120);
});

test('late probes lower it in proportion, by half at most, and never below the least', async t => {
  const { gate, enter, leave, probe } = gateAt();
  enter(100);
  probe(100 / 0.8);
  leave(60);
  t.equal(enter(100), 10, 'half of 100');
  probe(50 / 0.8);
  leave(20);
  t.equal(enter(100), 10, 'four fifths of 50');
  for (let round = 0; round < 20; round++) probe(100);
  leave(gate.inside - 9);
  t.equal(enter(100), 1, 'ten are always let in');
});

test('one late probe under a steady load of few refuses nobody', async t => {
  const { enter, leave, probe } = gateAt();
  enter(40);
  probe(90);
  leave(40 - 1);
  t.equal(enter(39), 39);
});

test('a probe that is not back in time narrows it more and more, down to the least', async t => {
  const { gate, clock, enter, leave } = gateAt();
  enter(60);
  gate.probeStarts();
  clock.ms += 50;
  t.notOk(gate.refuses());
  clock.ms += 50;
  t.ok(gate.refuses(), '50 are left of 100');
  clock.ms += 10_000;
  leave(50);
  t.ok(gate.refuses());
  leave(1);
  t.equal(enter(5), 1);
});

test('it recovers within some probes, and stands where it began once nobody was refused for a second', async t => {
  const { gate, clock, enter, leave, probe } = gateAt();
  enter(101);
  for (let round = 0; round < 20; round++) probe(200);
  t.ok(gate.refuses());
  leave(100);
  t.equal(enter(150), 10, 'what comes back in one lot is no pause');
  t.ok(gate.isPressed);
  for (let round = 0; round < 10; round++) {
    enter(100);
    probe(1);
  }
  t.ok(gate.inside > 30, `${gate.inside}`);
  clock.ms += 1_000;
  t.notOk(gate.isPressed);
  leave(gate.inside);
  t.equal(enter(150), 100);
});

test('probes are wanted one at a time, while there is work, with a pause between', async t => {
  const { gate, clock, enter } = gateAt();
  enter(4);
  t.notOk(gate.wantsProbe, 'half of the least is no load');
  enter(1);
  t.ok(gate.wantsProbe);
  gate.probeStarts();
  t.notOk(gate.wantsProbe);
  gate.probeEnds();
  t.notOk(gate.wantsProbe);
  clock.ms += 5;
  t.ok(gate.wantsProbe);
});
