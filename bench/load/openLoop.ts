/**
 * Open-loop load generator: sends requests at their time, whether or not earlier ones were answered. Reads a plan from
 * standard input.
 */
import { required } from '../../src/errors/required.js';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { OpenLoopConnection } from './OpenLoopConnection.js';
import type { LoadRequest, OpenPlan, OpenResult, Phase, Times } from './plan.js';

const plan = JSON.parse(await text(process.stdin)) as OpenPlan;
const { host } = new URL(plan.address);
const head = Object.entries({ ...plan.headers, host })
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const unique = `${Date.now().toString(36)}o`;

interface Target {
  readonly request: LoadRequest;
  version: number;
}

const targets: Target[] = plan.requests.map(request => ({ request, version: request.version ?? 0 }));
let nextTarget = 0;
let rounds = 0;

const bytesOf = ({ request: { method, path, body = '' }, version }: Target): string => {
  const filled = body.replaceAll('@unique@', `${unique}${rounds++}`).replaceAll('@version@', String(version));
  return `${method} ${path} HTTP/1.1\r\n${head}${filled === '' ? '' : `content-length: ${Buffer.byteLength(filled)}\r\n`}\r\n${filled}`;
};

const isUpdate = ({ request }: Target): boolean => request.version !== undefined;
/** Targets with an update in progress; concurrent updates of one order would conflict. */
const busy = new Set<Target>();

const takeTarget = (): Target => {
  for (;;) {
    const target = required(targets[nextTarget++ % targets.length], 'a request');
    if (!busy.has(target)) return target;
  }
};

const times = (all: readonly number[]): Times => {
  const sorted = Float64Array.from(all).sort();
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
};

const free: OpenLoopConnection[] = [];
/** Sleep between two turns of the generator. */
const turnMs = 1;
/** Time to wait for the last responses. */
const lastResponsesMs = 2_000;

const openConnection = (): OpenLoopConnection => new OpenLoopConnection(plan.address, line => free.push(line));
const connections = Array.from({ length: plan.connections }, openConnection);
while (free.length < plan.connections) await setTimeout(10);

/** A free connection; connections that the server closed because they were idle are replaced. */
const freeConnection = (): OpenLoopConnection | undefined => {
  for (let line = free.pop(); line !== undefined; line = free.pop()) {
    if (!line.isClosed) return line;
    connections.push(openConnection());
  }
  return undefined;
};

const runPhase = async (seconds: number, perSecond: number): Promise<Phase> => {
  const accepted: number[] = [];
  const shed: number[] = [];
  const lags: number[] = [];
  let [sent, failed, unsent, answered, lastShedMs] = [0, 0, 0, 0, 0];
  const startMs = performance.now();
  const bySecond: number[][] = Array.from({ length: seconds + 1 }, () => []);

  const send = (line: OpenLoopConnection): void => {
    const target = takeTarget();
    if (isUpdate(target)) busy.add(target);
    sent++;
    const second = Math.floor((performance.now() - startMs) / 1_000);
    line.send(bytesOf(target), (status, ms) => {
      answered++;
      busy.delete(target);
      if (status >= 200 && status < 300) {
        accepted.push(ms);
        bySecond[second]?.push(ms);
        target.version++;
      } else if (status === 503) {
        shed.push(ms);
        lastShedMs = performance.now() - startMs;
      } else failed++;
    });
  };

  let due = 0;
  for (let nowMs = startMs, beforeMs = startMs; nowMs < startMs + seconds * 1_000; nowMs = performance.now()) {
    lags.push(Math.max(0, nowMs - beforeMs - turnMs));
    beforeMs = nowMs;
    for (const target = ((nowMs - startMs) / 1_000) * perSecond; due < target; due++) {
      const line = freeConnection();
      if (line === undefined) unsent++;
      else send(line);
    }
    await setTimeout(turnMs);
  }
  for (const endMs = performance.now() + lastResponsesMs; answered < sent && performance.now() < endMs; )
    await setTimeout(turnMs);
  return {
    seconds,
    sent,
    accepted: accepted.length,
    shed: shed.length,
    failed: failed + sent - answered,
    unsent,
    lastShedMs,
    acceptedTimes: times(accepted),
    shedTimes: times(shed),
    p99MsBySecond: bySecond.slice(0, seconds).map(all => times(all).p99Ms),
    ownLag: times(lags),
  };
};

const overload = await runPhase(plan.seconds, plan.perSecond);
const calm = await runPhase(plan.calmSeconds, plan.calmPerSecond);
console.log(JSON.stringify({ overload, calm } satisfies OpenResult));
connections.forEach(line => line.close());
