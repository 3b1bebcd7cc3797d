#!/usr/bin/env node
import { existsSync } from 'node:fs';
import './checkBinaries.mjs';

const entry = new URL('../dist/program/command.js', import.meta.url);
if (!existsSync(entry)) {
  console.error('Quayside is not built yet. Run npm start or npm run build first.');
  process.exit(1);
}
const { runCommand } = await import(entry.href);
await runCommand(process.argv);
