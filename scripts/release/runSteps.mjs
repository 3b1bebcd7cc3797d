import { interruptSignal } from '../setup/interrupts.mjs';

/** The result of a step that could not be run, with the reason. */
export const skipped = detail => ({ state: 'skipped', detail });

export const passed = detail => ({ state: 'passed', detail });

/** A step fails by an error with one sentence. */
const runStep = async ({ run }, context) => {
  try {
    return await run(context);
  } catch (error) {
    if (interruptSignal() !== undefined) throw error;
    return { state: 'failed', detail: error.message };
  }
};

/**
 * Runs each step with the context, also after one that failed; those that are not `chosen` are skipped. Returns a row
 * for each: its name, state, seconds and detail.
 */
export const runSteps = async (steps, { context, chosen, print }) => {
  const rows = [];
  for (const step of steps) {
    const startMs = performance.now();
    print(`> ${step.name}`);
    const result = chosen.has(step.name) ? await runStep(step, context) : skipped('by an option');
    const row = { name: step.name, seconds: (performance.now() - startMs) / 1_000, ...result };
    print(`  ${row.state}${row.detail === undefined ? '' : `: ${row.detail}`}`);
    rows.push(row);
  }
  return rows;
};

/** Formats the rows as a table of aligned columns, and counts them in the last line. */
export const formatRows = rows => {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, state, seconds, detail = '' }) =>
    `${name.padEnd(width)}  ${state.padEnd(7)}  ${seconds.toFixed(0).padStart(6)} s  ${detail}`.trimEnd(),
  );
  const count = wanted => rows.filter(({ state }) => state === wanted).length;
  return [...lines, `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`].join('\n');
};

const namesIn = options => options.flatMap(option => option.split(','));

/** Returns the names of the steps to run: those of `only`, or all, without those of `skip`. */
export const chooseSteps = (steps, { only = [], skip = [] }) => {
  const names = steps.map(({ name }) => name);
  const unknown = [...namesIn(only), ...namesIn(skip)].find(name => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no step '${unknown}'. The steps are ${names.join(', ')}.`);
  const chosen = only.length === 0 ? names : namesIn(only);
  return new Set(chosen.filter(name => !namesIn(skip).includes(name)));
};
