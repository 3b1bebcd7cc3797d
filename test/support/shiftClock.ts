/**
 * Preloaded by `node --import`, it shifts the clock of a process and of its workers by CLOCK_OFFSET_MS, as if it ran on
 * another machine.
 */
const RealDate = Date;
const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0);

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + offsetMs] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
} as DateConstructor;
