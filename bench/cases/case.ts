import type { Calls } from '../load/calls.js';
import type { LoadRequest } from '../load/plan.js';
import type { Figures } from '../measure.js';
import type { World } from '../world.js';

/** One scenario: what is asked, beside which reference it is measured, and what it must reach. */
export interface Case {
  readonly name: string;
  readonly about: string;
  /** Default: 64 connections. */
  readonly connections?: number;
  /** What the client proves itself with: by default an access token, to which bodies in JSON belong; else Basic and forms. */
  readonly as?: 'client';
  /** Brings the store into the state that the case is about; what it returns is told beside the figures. */
  readonly prepare?: (world: World) => Promise<string | undefined>;
  /** What else the figures mean. */
  readonly tell?: (figures: Figures, world: World) => string;
  /** Asked for anew before each measurement, since updates need the versions of now. */
  readonly requests: (world: World) => Promise<readonly LoadRequest[]>;
  /** Each request is sent once, however long that takes: it cannot be answered twice. */
  readonly once?: boolean;
  /** What else happens while it is measured; what it returns is told beside the figures. */
  readonly beside?: (world: World, seconds: number) => Promise<string>;
  /** Begins with the measurement itself, behind the warming up; what it returns is called at the end, and told beside the figures. */
  readonly watch?: (world: World) => Promise<() => Promise<string>>;
  /** What is wrong with the answers, if anything. */
  readonly fault?: (world: World) => Promise<string | undefined>;
  /** Length of the measurement; by default as the run is told. */
  readonly seconds?: number;
  /** Requests begin at that pace, where the connections allow; else each as soon as the one before it is answered. */
  readonly perSecond?: number;
  /** The bare service that gets the same requests, or calls made from here. */
  readonly reference?: 'bareRead' | 'bareWrite' | ((world: World) => Promise<Calls>);
  /** Least share of the reference's requests a second. */
  readonly shareMin?: number;
  /** Longest median answer. */
  readonly p50MsMax?: number;
}
