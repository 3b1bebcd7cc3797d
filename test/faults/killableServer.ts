/** A project on a Redis of its own, and servers of it in processes that a test kills. */
import { t as root } from '../support/tap.js';
import { readConfig } from '../../src/base/config/readConfig.js';
import { createProject } from '../../src/projects/createProject.js';
import { openServices } from '../../src/services/services.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { launch } from '../support/command.js';
import { createHttp, type Http } from '../support/http.js';
import { startOwnRedis } from '../support/startOwnRedis.js';

export interface KillableServer {
  readonly http: Pick<Http, 'send'>;
  kill(): Promise<void>;
}

export const startKillable = async () => {
  const { url } = await startOwnRedis();
  const environment = {
    REDIS_URL: url,
    ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
    NODE_ENV: 'production',
    PORT: '0',
    WORKERS: '1',
    RETENTION_MINUTES: '0',
    LOG_LEVEL: 'silent',
  };
  const services = await openServices(createServiceOptions(readConfig(environment), url, environment.ENCRYPTION_KEY));
  root.teardown(() => services.close());
  const { projectKey, clientId, clientSecret } = await createProject(services, { key: 'killed' });
  const startServer = async (): Promise<KillableServer> => {
    const server = launch(['start'], environment);
    root.teardown(() => server.signal('SIGKILL'));
    const http = createHttp(/http:\/\/\S+/.exec(await server.printed(/listens on/))![0]);
    const { json } = await http.send('POST', '/oauth/token', {
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    return {
      http: http.as((json as { access_token: string }).access_token),
      kill: async () => {
        server.signal('SIGKILL');
        await server.ended;
        http.close();
      },
    };
  };
  return { services, projectKey, base: `/${projectKey}`, startServer };
};
