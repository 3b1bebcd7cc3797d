/** Fills a project of a running server with the sample shop (README.md). */
import { parseArgs } from 'node:util';
import { connectToServer } from './Api.js';
import { startOfToday } from './choices.js';
import { readContent } from './content.js';
import { createShop } from './fillProject.js';

/** The compiled program is in dist/examples/sample-shop. */
const contentFolder = new URL('../../../examples/sample-shop/content/', import.meta.url);

const { values } = parseArgs({
  options: {
    address: { type: 'string', default: 'http://localhost:8080' },
    project: { type: 'string', default: 'demo' },
    'client-id': { type: 'string', default: '' },
    orders: { type: 'string', default: '500' },
    'seed-number': { type: 'string', default: '1' },
  },
});

const untilMs = startOfToday();
const { size } = await createShop({
  api: await connectToServer({
    address: values.address,
    projectKey: values.project,
    clientId: values['client-id'],
    // Other users of a machine can read the arguments of a process.
    clientSecret: process.env.CLIENT_SECRET ?? '',
  }),
  content: readContent(contentFolder, untilMs),
  seed: Number(values['seed-number']),
  untilMs,
  orders: Number(values.orders),
});
console.log(
  `The shop has ${Object.entries(size)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')}.`,
);
