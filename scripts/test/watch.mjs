import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { interruptSignal } from '../setup/interrupts.mjs';
import { root } from '../setup/run.mjs';

const folders = ['src', 'test', 'lua', 'console/src', 'examples'];
/** Editors write several files at once, so changes are collected for this long. */
const quietMs = 100;
const pollMs = 100;

/** Calls `run` now and after each change of a source, until a signal ends it. */
export const watchAndRun = async run => {
  let changedMs = 0;
  const watchers = folders.map(folder =>
    watch(join(root, folder), { recursive: true }, () => {
      changedMs = performance.now();
    }),
  );
  try {
    for (;;) {
      const startedMs = performance.now();
      await run().catch(error => {
        if (interruptSignal() !== undefined) throw error;
        console.error(error.message);
      });
      console.log('Waiting for a change. Ctrl-C ends.');
      while (changedMs < startedMs || performance.now() - changedMs < quietMs) {
        await setTimeout(pollMs);
        if (interruptSignal() !== undefined) return;
      }
    }
  } finally {
    for (const each of watchers) each.close();
  }
};
