/** npm run build: npm packages and the compiled program, without Redis. */
import { build } from './setup/build.mjs';
import { installPackages } from './setup/packages.mjs';
import { runMain } from './setup.mjs';

await runMain(async () => {
  await installPackages();
  await build();
});
