import { test } from '../../support/tap.js';
import { AdmissionGate, type AdmissionGateOptions } from '../../../src/base/shedding/AdmissionGate.js';

const createGate = (options: Partial<AdmissionGateOptions> = {}) => {
  const clock = { ms: 0 };
  const gate = new AdmissionGate({
    limitMax: 1_000,
    limitAtStart: 100,
    limitMin: 10,
    waitMs: 50,
    now: () => clock.ms,
    ...options,
  });
  /** Offers pieces of work and returns how many were admitted. */
  const admit = (count: number): number => Array.from({ length: count }, () => gate.tryAdmit()).filter(Boolean).length;
  const release = (count: number): void => {
    for (let left = count; left > 0; left--) gate.release();
  };
  const probe = (ms: number): void => {
    clock.ms += 10;
    gate.startProbe();
    clock.ms += ms;
    gate.endProbe();
  };
  return { gate, clock, admit, release, probe };
};

test('admits work up to the limit, and one more piece for each that is released', async t => {
  const { gate, admit } = createGate();
  t.equal(admit(150), 100);
  t.equal(gate.shedCount, 50);
  t.ok(gate.shouldShed());
  gate.release();
  t.notOk(gate.shouldShed());
  t.equal(gate.shedCount, 51, 'only a refusal is counted');
  t.equal(admit(5), 1);
});

test('raises the limit with each fast probe, up to the maximum and only while the limit is used', async t => {
  const { gate, admit, probe } = createGate({ limitMax: 120 });
  t.equal(admit(40), 40);
  probe(1);
  t.equal(admit(100), 60, 'an unused limit does not grow');
  probe(1);
  t.equal(admit(100), 15);
  for (let round = 0; round < 20; round++) probe(1);
  admit(100);
  t.equal(gate.active, 120);
});

test('lowers the limit in proportion with each late probe, by half at most, never below the minimum', async t => {
  const { gate, admit, release, probe } = createGate();
  admit(100);
  probe(100 / 0.8);
  release(60);
  t.equal(admit(100), 10, 'half of 100');
  probe(50 / 0.8);
  release(20);
  t.equal(admit(100), 10, 'four fifths of 50');
  for (let round = 0; round < 20; round++) probe(100);
  release(gate.active - 9);
  t.equal(admit(100), 1, 'ten are always admitted');
});

test('sheds nothing after one late probe under a small steady load', async t => {
  const { admit, release, probe } = createGate();
  admit(40);
  probe(90);
  release(40 - 1);
  t.equal(admit(39), 39);
});

test('lowers the limit more and more while a probe is overdue, down to the minimum', async t => {
  const { gate, clock, admit, release } = createGate();
  admit(60);
  gate.startProbe();
  clock.ms += 50;
  t.notOk(gate.shouldShed());
  clock.ms += 50;
  t.ok(gate.shouldShed(), '50 are left of 100');
  clock.ms += 10_000;
  release(50);
  t.ok(gate.shouldShed());
  release(1);
  t.equal(admit(5), 1);
});

test('recovers within some probes, and returns to its first limit a second after the last refusal', async t => {
  const { gate, clock, admit, release, probe } = createGate();
  admit(101);
  for (let round = 0; round < 20; round++) probe(200);
  t.ok(gate.shouldShed());
  release(100);
  t.equal(admit(150), 10, 'work that ends in one batch is no pause');
  t.ok(gate.hasShedRecently);
  for (let round = 0; round < 10; round++) {
    admit(100);
    probe(1);
  }
  t.ok(gate.active > 30, `${gate.active}`);
  clock.ms += 1_000;
  t.notOk(gate.hasShedRecently);
  release(gate.active);
  t.equal(admit(150), 100);
});

test('needs one probe at a time, while there is work, with a pause between two', async t => {
  const { gate, clock, admit } = createGate();
  admit(4);
  t.notOk(gate.needsProbe, 'half of the minimum is no load');
  admit(1);
  t.ok(gate.needsProbe);
  gate.startProbe();
  t.notOk(gate.needsProbe);
  gate.endProbe();
  t.notOk(gate.needsProbe);
  clock.ms += 5;
  t.ok(gate.needsProbe);
});
