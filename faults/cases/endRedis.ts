/** Ends the embedded Redis; the server starts it again. */
import type { Fault } from '../Fault.js';

const ending = (name: string, description: string, signal: NodeJS.Signals): Fault => ({
  name,
  description,
  inject: async world => {
    const pid = world.redisPid();
    process.kill(pid, signal);
    await world.redisIsBack(pid);
  },
});

export const killRedis = ending('kill-redis', 'SIGKILL to the embedded Redis, with its append-only file', 'SIGKILL');
export const restartRedis = ending('restart-redis', 'SIGTERM to the embedded Redis', 'SIGTERM');
