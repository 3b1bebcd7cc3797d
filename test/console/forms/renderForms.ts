/** Renders forms of the console without a browser, from its sources. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { describeApi } from '../../../src/http/openapi/describeApi.js';
import { describeFiles } from '../../../src/http/openapi/describeFiles.js';
import { t } from '../../support/tap.js';

export interface JsonSchema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly [keyword: string]: unknown;
}

/** The sources of the console that a test uses. */
interface Sources {
  readonly completeSchema: (schema: JsonSchema, context: object) => JsonSchema;
  readonly loadWholeSchema: (schema: JsonSchema) => Promise<JsonSchema>;
  readonly bodyOf: (schema: JsonSchema, data: unknown) => unknown;
  readonly validator: {
    validateFormData: (data: unknown, schema: JsonSchema) => { readonly errors: readonly object[] };
  };
}

interface Module extends Sources {
  readonly start: (definitions: object, texts: object) => Promise<Forms['render']>;
}

export interface Forms extends Sources {
  /** The page of a form, with `initial` entered. */
  readonly render: (path: string, schema: JsonSchema, initial: unknown, resource: object | undefined) => string;
}

/** A module in the folder of the console that puts its parts together. */
const entry = `
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import SchemaForm from './src/forms/SchemaForm';
export { bodyOf } from './src/forms/formBody';
export { completeSchema } from './src/forms/completeSchema';
export { loadWholeSchema } from './src/api/description';
export { default as validator } from './src/forms/validator';

export const start = async (definitions, translation) => {
  await i18next.use(initReactI18next).init({ resources: { en: { translation } }, lng: 'en', showSupportNotice: false });
  const client = new QueryClient();
  client.setQueryData(['definitions', ''], definitions);
  client.setQueryData(['resource types'], []);
  return (path, schema, initial, resource) => {
    const form = h(SchemaForm, { path, schema, initial, resource, submitText: 'Save', isSaving: false, onSubmit() {} });
    const page = h(QueryClientProvider, { client }, h(MemoryRouter, null, form));
    return renderToString(h(MantineProvider, null, page));
  };
};
`;

const folder = join(process.cwd(), 'console');
const entryFile = join(folder, 'entryOfTest.js');

const loadModule = async (): Promise<Module> => {
  const build = await rolldown({
    cwd: process.cwd(),
    platform: 'node',
    input: entryFile,
    logLevel: 'silent',
    resolve: { alias: { '@rjsf/validator-ajv8': join(folder, 'src', 'forms', 'validator.ts') } },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === entryFile ? id : undefined),
        load: id => (id === entryFile ? entry : undefined),
      },
    ],
  });
  const output = mkdtempSync(join(tmpdir(), 'quayside-forms-'));
  try {
    const file = join(output, 'forms.mjs');
    await build.write({ file, format: 'esm', codeSplitting: false });
    return (await import(pathToFileURL(file).href)) as Module;
  } finally {
    await build.close();
    rmSync(output, { recursive: true });
  }
};

const readTexts = (file: string): object =>
  JSON.parse(readFileSync(join(folder, 'src', 'i18n', file), 'utf8')) as object;

/** The console loads the parts of the API description from its server; other requests go on, until the file ends. */
const serveParts = (): void => {
  const parts = new Map<unknown, unknown>(
    [...describeFiles(describeApi())].map(([path, content]) => [`/openapi/${path.replace('.json', '')}`, content]),
  );
  const { fetch } = globalThis;
  globalThis.fetch = async (url, options) => {
    const part = parts.get(url);
    return part === undefined ? fetch(url, options) : Response.json(part);
  };
  t.teardown(() => {
    globalThis.fetch = fetch;
  });
};

export const loadForms = async (definitions: object): Promise<Forms> => {
  serveParts();
  const module = await loadModule();
  const render = await module.start(definitions, { ...readTexts('en.json'), form: readTexts('form/en.json') });
  return { ...module, render };
};
