/** npm run build: npm packages and the compiled program, without Redis. */
import { readCommandLine } from './setup/commandLine.mjs';
import { build } from './setup/build.mjs';
import { installPackages } from './setup/packages.mjs';
import { runMain } from './setup.mjs';

readCommandLine();

await runMain(async () => {
  await installPackages();
  await build();
});
