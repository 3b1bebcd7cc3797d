/** Changes that are acknowledged when replicas have them in memory, while the replicas fail. */
import { testReplicaFaults } from './replicaFaults.js';

testReplicaFaults('replicas');
