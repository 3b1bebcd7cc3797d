import type { Redis } from 'ioredis';
import type { Services } from '../../src/services/services.js';
import type { BenchProcess, Build } from './processes.js';

/** Another program that does the work of a case. */
export interface Peer {
  readonly name: string;
  readonly service: BenchProcess;
  /** The processes of its store; empty if its service holds the data. */
  readonly storePids: readonly number[];
}

/** A Redis process of a run. */
export interface RedisNode {
  readonly redis: Redis;
  readonly pid: number;
}

/** The bare services, and the ids of the bodies that both have. */
export interface References {
  readonly bareRead: BenchProcess;
  readonly bareWrite: BenchProcess;
  readonly ids: readonly string[];
}

export interface Order {
  readonly id: string;
  readonly version: number;
  readonly orderNumber: string;
  readonly customerId: string;
}

/** The stored data of a case: a project of its own, or one that several cases share but do not change. */
export interface CaseData {
  /** Number of seeded orders, at most the number of the run; 'all' for the number of the run. */
  readonly orders: number | 'all';
  /** Name of the shared project. */
  readonly sharedAs?: string;
}

/** The processes of a run. */
export interface BenchEnvironment {
  readonly redisUrl: string;
  /** The measured build, for its command line. */
  readonly build: Build;
  /** The only Redis of the run, or the first master. */
  readonly redisNode: RedisNode;
  readonly masters: readonly RedisNode[];
  readonly server: BenchProcess;
  /** URLs of the server's metrics, one for each of its processes. */
  readonly metricsUrls: readonly [string, ...string[]];
  /** Starts the references at the first call. */
  readonly references: () => Promise<References>;
  /** The program's own services in this process, for what cannot be prepared over HTTP; opened at the first call. */
  readonly services: () => Promise<Services>;
  /** Starts the peers of product search at the first call. */
  readonly peers: () => Promise<readonly Peer[]>;
  /** Creates the project of a case, or returns the shared one. */
  readonly openWorld: (data: CaseData) => Promise<BenchWorld>;
  readonly close: () => Promise<void>;
}

/** A project on the processes of a run. */
export interface BenchProject {
  readonly projectKey: string;
  readonly token: string;
  /** The Basic header of the project's API client. */
  readonly basic: string;
  readonly clientId: string;
  readonly orderCount: number;
  readonly orders: readonly Order[];
}

/** The processes and the project of a case. */
export interface BenchWorld extends BenchEnvironment, BenchProject {}
