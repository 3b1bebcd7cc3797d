import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './compressFiles.ts';

export default defineConfig({
  base: '/console/',
  plugins: [react(), compressFiles()],
  resolve: {
    // The forms package imports the usual validator for its own tests.
    alias: { '@rjsf/validator-ajv8': fileURLToPath(new URL('src/forms/validator.ts', import.meta.url)) },
  },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would need another source in the Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Modules that most pages share are one file: many small ones compress worse, and each needs a request.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 20 }] } },
      onLog: (level, log, report) => {
        // Libraries mark modules for server rendering with React, which this application does not use.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
