/** The faults of replicas.test.ts for changes that are acknowledged when replicas have them on their disks. */
import type { Redis } from 'ioredis';
import { whyNoWaitaof } from '../support/replicas.js';
import { testReplicaFaults } from './replicaFaults.js';
import { startOwnServer } from '../support/startOwnServer.js';

testReplicaFaults('replicas-disk', await whyNoWaitaof((await startOwnServer([])) as Redis));
