/** Reads the requests and actions of the public SDK from its package, so that a newer SDK shows up as missing rows. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packageName = '@commercetools/platform-sdk';
export const sdkFolder = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));

export const sdkVersion = JSON.parse(readFileSync(join(sdkFolder, 'package.json'), 'utf8')).version;

/** Returns `[{ method, path, builder }]`; `builder` is the class that sends the request. */
export const sdkRequests = () => {
  const source = readFileSync(join(sdkFolder, 'dist', 'commercetools-platform-sdk.esm.js'), 'utf8');
  const requests = [];
  let builder;
  let method;
  for (const line of source.split('\n')) {
    const [, className] = /^class (\w+) /.exec(line) ?? [];
    if (className !== undefined) builder = className;
    const [, verb] = /^\s+method: '(\w+)'/.exec(line) ?? [];
    if (verb !== undefined) method = verb;
    const [, path] = /^\s+uriTemplate: '([^']+)'/.exec(line) ?? [];
    if (path !== undefined) requests.push({ method, path, builder });
  }
  return requests;
};

/** Returns update actions by the name of their union, without `UpdateAction`: `Cart` to a set of wire names. */
export const sdkActions = () => {
  const models = join(sdkFolder, 'dist', 'declarations', 'src', 'generated', 'models');
  const text = readdirSync(models)
    .filter(name => name.endsWith('.d.ts'))
    .map(name => readFileSync(join(models, name), 'utf8'))
    .join('\n');
  const wireNames = new Map();
  for (const [, name, body] of text.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)) {
    const [, action] = /readonly action: '(\w+)'/.exec(body) ?? [];
    if (action !== undefined) wireNames.set(name.replace(/^I(?=[A-Z])/, ''), action);
  }
  const unions = new Map();
  for (const [, name, members] of text.matchAll(/^export type (\w+)UpdateAction = ([^;]+);/gm)) {
    const actions = members.split('|').map(member => wireNames.get(member.trim()));
    unions.set(name, new Set(actions.filter(action => action !== undefined)));
  }
  return unions;
};
