import type { Services } from '../../services/services.js';

export interface ConversionProgress {
  /** The place from which an interrupted conversion goes on. */
  readonly cursor: string;
  /** Items that this run has converted, and those that it found at its start. */
  readonly done: number;
  readonly total: number;
}

/** Converts the data of all projects from one format to the next. */
export interface FormatStep {
  readonly from: number;
  readonly to: number;
  /** Names the converted items in the plural: "messages". */
  readonly title: string;
  /**
   * Converts one project in parts that take Redis a few milliseconds each, and yields after each of them. A part may
   * run twice: the process can end before its cursor is saved.
   */
  convert(
    services: Pick<Services, 'redis' | 'store' | 'engine' | 'fieldIndexes'>,
    projectKey: string,
    cursor: string | undefined,
  ): AsyncIterable<ConversionProgress>;
}

/**
 * All conversions of stored data from a released format to the next one, in their order. There is none yet: format 10
 * is the first that is released.
 */
export const formatSteps: readonly FormatStep[] = [];
