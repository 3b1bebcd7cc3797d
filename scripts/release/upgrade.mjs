import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { cloneCommit, environment, lastRelease, readCommand, runLogged } from './commands.mjs';
import { passed, skipped } from './runSteps.mjs';
import { tryServer, verifiedResources, withServer } from './serve.mjs';

const sampleOrders = 200;
/** `quayside seed --shop` fills it. */
const shopProject = 'demo';

const countOf = resources => Object.values(resources).reduce((sum, count) => sum + count, 0);

/**
 * Fills a store by the last release, or by the commit `from`, with the sample shop; converts it, verifies it and serves
 * it with this version.
 */
export const checkUpgrade = async ({ source, folder, temporary, logs, version, from }) => {
  const earlier = from ?? lastRelease(source, version);
  if (earlier === undefined) return skipped('no earlier release has a tag; --from REV takes a commit');
  const old = join(temporary, 'earlier');
  const data = join(temporary, 'upgraded-data');
  await cloneCommit(source, earlier, old);
  await runLogged('npm', ['run', 'build'], { cwd: old, logs, name: 'upgrade' });
  const before = await withServer(old, { data }, async server => {
    await server.quayside('seed', '--shop', '--orders', String(sampleOrders));
    return verifiedResources(server, shopProject);
  });
  const conversion = await readCommand(process.execPath, ['bin/quayside.mjs', 'migrate'], {
    cwd: folder,
    env: environment({ DATA_DIR: data }),
  });
  await withServer(folder, { data }, async server => {
    const after = await verifiedResources(server, shopProject);
    if (!isDeepStrictEqual(after, before))
      throw new Error(`The resources were ${JSON.stringify(before)} and are ${JSON.stringify(after)}.`);
    await tryServer(server, version);
    await server.quayside('verify');
  });
  return passed(`from ${earlier}, ${countOf(before)} resources. ${conversion}`);
};
