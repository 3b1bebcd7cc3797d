/**
 * Makes a fresh checkout runnable: installs npm packages from the lock file and Redis with RediSearch, and builds. Each
 * step does nothing when its result exists. Only modules of Node are used, since no package is installed yet.
 */
import { installPackages } from './setup/packages.mjs';
import { installRedis } from './setup/redis.mjs';
import { build } from './setup/build.mjs';

const nodeMajorMin = 20;

export const setUp = () => {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < nodeMajorMin)
    throw new Error(`Node ${process.versions.node} is too old; Quayside needs Node ${nodeMajorMin} or newer.`);
  installPackages();
  installRedis();
  build();
};

/** Runs `main`; prints the message of an error and exits with code 1. */
export const runMain = async main => {
  try {
    await main();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
};
