#!/usr/bin/env node
import { existsSync } from 'node:fs';

const entry = new URL('../dist/src/cli/index.js', import.meta.url);
if (!existsSync(entry)) {
  console.error('Quayside is not built yet: npm start or npm run build does it.');
  process.exit(1);
}
const { run } = await import(entry.href);
await run(process.argv);
