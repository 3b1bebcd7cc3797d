/**
 * Makes a fresh checkout runnable: npm packages from the lock file, Redis with RediSearch, the build. Each step does
 * nothing when there is nothing to do. Only Node's own modules are used, since nothing else is there yet.
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

/** Runs `main` and tells what went wrong in a line. */
export const runMain = async main => {
  try {
    await main();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
};
