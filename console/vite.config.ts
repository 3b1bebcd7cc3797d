import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from './compressFiles.ts';

const nothing = '\0nothing';

/** The data library imports a parser for hooks that no page uses. The console loads it when a file or cells are read. */
const withoutUnusedParser: Plugin = {
  name: 'without-unused-parser',
  enforce: 'pre',
  resolveId: (id, importer) => (id === 'papaparse' && importer?.includes('@refinedev') ? nothing : undefined),
  load: id => (id === nothing ? 'export default {}' : undefined),
};

export default defineConfig({
  base: '/console/',
  plugins: [withoutUnusedParser, react(), compressFiles()],
  resolve: {
    // The package of forms imports the usual validator for its own tests.
    alias: { '@rjsf/validator-ajv8': fileURLToPath(new URL('src/forms/validator.ts', import.meta.url)) },
  },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // Files within others would need another source in the Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      onLog: (level, log, report) => {
        // Libraries mark modules for servers that render React, which this application has none of.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
