/** The entry of the process that watches an embedded Redis; startWatcher.ts gives it these arguments. */
import { required } from '../../errors/required.js';
import { endOrphanedRedis } from './endOrphanedRedis.js';

const [dataDir, redisPid, orphanMs] = process.argv.slice(2);
await endOrphanedRedis(required(dataDir, 'the data directory'), Number(redisPid), Number(orphanMs));
