/** Makes tests import the SDK and the client of `test/programs/package.json`, which are newer than the usual ones. */
import { register } from 'node:module';

const packages = ['@commercetools/platform-sdk', '@commercetools/ts-client'];
const parentURL = new URL('../../test/programs/package.json', import.meta.url).href;

register(
  `data:text/javascript,${encodeURIComponent(`export const resolve = (specifier, context, next) =>
    next(specifier, ${JSON.stringify(packages)}.includes(specifier) ? { ...context, parentURL: '${parentURL}' } : context);`)}`,
);
