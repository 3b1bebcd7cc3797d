import { type BenchProcess, startBenchProcess } from './BenchProcess.js';
import { type Build, commandFile } from './runQuayside.js';

/** The Node flags of npm start and of the container (docs/decisions/threads.md). */
const nodeOptions = ['--initial-old-space-size=256', '--no-allocation-site-pretenuring'];

/** Starts a server; resolves when it accepts connections. */
export const startServer = (
  { root, redisUrl }: Build,
  settings: Readonly<Record<string, string>>,
): Promise<BenchProcess> =>
  startBenchProcess([...nodeOptions, commandFile(root), 'start'], {
    REDIS_URL: redisUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    NODE_ENV: 'production',
    // Slow requests of the preparation are no news.
    LOG_LEVEL: 'error',
    TOKEN_REQUESTS_PER_SECOND: '0',
    ...settings,
  });
