/**
 * What a client sends on a connection, and what it gets: HTTP/1.1 as each build of uWebSockets.js reads it
 * (docs/reference/http-faults.md has the consequences).
 */
import { connect } from 'node:net';
import { stateDraft } from '../support/drafts.js';
import type { Http } from '../support/http.js';
import { waitUntil } from '../support/waitUntil.js';

/** These stand in the rows for the token and the project of the server that a row is tried on. */
const tokenMark = '{token}';
const projectMark = '{project}';
const states = `/${projectMark}/states`;

export interface Answer {
  readonly received: string;
  /** The statuses of all responses and the state of the connection, such as `200 open`. */
  readonly outcome: string;
}

/** Marks a place in a list of segments: the next segment is sent when a response has arrived. */
export const response = 'response';

export interface TriedServer {
  readonly address: string;
  readonly http: Http;
  readonly projectKey: string;
  readonly token: string;
}

/** Sends segments that the server reads one by one, and waits for the expected outcome. */
export const converse = async (
  { address, http, projectKey, token }: TriedServer,
  segments: readonly string[],
  expected: string,
): Promise<Answer> => {
  // The server accepts a connection in one turn of its loop and reads it in the next one at the latest, in any order
  // with others, so that a third request comes after both.
  const serverHasRead = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) await http.send('GET', '/healthz');
  };
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  let received = '';
  socket.on('data', chunk => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  await new Promise(resolve => socket.once('connect', resolve));
  for (const segment of segments)
    if (segment === response) await waitUntil(() => socket.destroyed || received.includes('HTTP/1.1'));
    else {
      socket.write(segment.replaceAll(tokenMark, token).replaceAll(projectMark, projectKey), 'latin1');
      await serverHasRead();
    }
  const outcome = (): string =>
    [
      ...Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), match => match[1]),
      socket.destroyed ? 'closed' : 'open',
    ].join(' ');
  await waitUntil(() => socket.destroyed || outcome() === expected, 20_000).catch(() => undefined);
  await serverHasRead();
  const answer = { received, outcome: outcome() };
  socket.destroy();
  return answer;
};

const authorized = `Host: h\r\nAuthorization: Bearer ${tokenMark}\r\n`;
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\n${authorized}${headers}\r\n`;
const probe = (headers = '', version = 'HTTP/1.1', target = '/healthz'): string =>
  `GET ${target} ${version}\r\nHost: h\r\n${headers}\r\n`;
export const hidden = probe();
export const post = (headers: string, body: string, head = authorized): string =>
  `POST ${states} HTTP/1.1\r\n${head}Content-Type: application/json\r\n${headers}\r\n${body}`;
const draft = (): string => JSON.stringify(stateDraft());
export const inChunks = (body: string, extension = ''): string =>
  `${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\n\r\n`;
export const chunked = 'Transfer-Encoding: chunked\r\n';
const postInChunks = (extension = ''): string => post(chunked, inChunks(draft(), extension));

/**
 * Builds a body of two chunks, the second of which contains a request. The library reads the extension of the first one
 * as digits, as if its length were 0x3ba and not 3, so that the contained request follows the body.
 */
const smuggling = (): string => {
  const data = `${'x'.repeat(0x3ba - 'abc\r\n000\r\n'.length)}\r\n0\r\n\r\n${hidden}`;
  return `3;a\r\nabc\r\n${data.length.toString(16)}\r\n${data}\r\n0\r\n\r\n`;
};

const longPath = `${states}?where=${encodeURIComponent(`key="${'k'.repeat(6_000)}"`)}`;
const proxyPreamble = '\r\n\r\n\0\r\nQUIT\n\x21\x11\x00\x0c\x01\x01\x01\x01\x02\x02\x02\x02\x00\x01\x00\x02';
export type Row = readonly [name: string, segments: string | readonly string[], newest: string, older?: string];

const lengths: readonly Row[] = [
  ['a Content-Length', post(`Content-Length: 2\r\n`, '{}'), '400 open'],
  ['a body in chunks', postInChunks(), '201 closed'],
  ['a body in chunks, and a request behind its response', [postInChunks(), response, hidden], '201 closed'],
  ['a body in chunks, and a request behind it', postInChunks() + hidden, 'closed'],
  ['a refused body in chunks, and a request behind it', post(chunked, '0\r\n\r\n', 'Host: h\r\n') + hidden, 'closed'],
  ...['Chunked', 'CHUNKED ', '\tchunked'].map(
    (coding): Row => [
      `the coding ${coding}`,
      post(`Transfer-Encoding: ${coding}\r\n`, inChunks(draft())),
      '201 closed',
    ],
  ),
  ...[
    'gzip, chunked',
    'chunked, gzip',
    'chunked, chunked',
    'xchunked',
    'identity',
    'chunked;q=1',
    '"chunked"',
    ',',
  ].map(
    (coding): Row => [
      `the coding ${coding}`,
      [post(`Transfer-Encoding: ${coding}\r\n`, inChunks('abc')), response, hidden],
      '400 closed',
    ],
  ),
  ['an unknown coding of a GET', [probe('Transfer-Encoding: gzip\r\n'), response, hidden], '400 closed'],
  ['two codings', [post(`${chunked}${chunked}`, inChunks('abc')), response, hidden], '400 closed'],
  ['a coding and a length', post(`${chunked}Content-Length: 3\r\n`, inChunks('abc')), '400 closed'],
  ['a length and a coding', post(`Content-Length: 3\r\n${chunked}`, inChunks('abc')), '400 closed'],
  ['two equal lengths', [post('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'), response, hidden], '400 closed'],
  ['two lengths', [post('Content-Length: 3\r\nContent-Length: 4\r\n', 'abc'), response, hidden], '400 closed'],
  ['an empty length', [post('Content-Length:\r\n', ''), response, hidden], '400 closed'],
  ...['+3', '-3', '0x3', '3, 3', '3,3', '3;', '3a', '3.0', '1e1', '9'.repeat(20)].map(
    (length): Row => [`the length ${length}`, post(`Content-Length: ${length}\r\n`, 'abc'), '400 closed'],
  ),
  ...['0x3', '-3', 'zz', 'f'.repeat(17)].map(
    (size): Row => [`the chunk size ${size}`, post(chunked, `${size}\r\nabc\r\n0\r\n\r\n`), '400 closed'],
  ),
];

const heads: readonly Row[] = [
  ['headers in two segments', [hidden.slice(0, -4), hidden.slice(-4)], '200 open'],
  ['a space before the colon', post('Content-Length : 2\r\n', '{}'), '400 closed', 'open'],
  ['a space before the colon of a coding', post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n'), '400 closed', 'open'],
  ['a space in a name', probe('X Y: 1\r\n'), '400 closed', 'open'],
  ['a name with a bracket', probe('X(Y: 1\r\n'), '400 closed', 'open'],
  ['a name with an underscore', probe('X_Y: 1\r\n'), '200 open', 'open'],
  ['a line without a colon', probe('XY\r\n'), '400 closed', 'open'],
  ['a space before the first header', 'GET /healthz HTTP/1.1\r\n X: 1\r\nHost: h\r\n\r\n', '400 closed', 'open'],
  ['a folded header', probe('X: a\r\n b\r\n'), '400 closed', 'open'],
  ['a folded coding', post('Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n'), '400 closed', 'open'],
  ['a line feed in a value', 'GET /healthz HTTP/1.1\r\nX: a\nHost: h\r\nY: b\r\n\r\n', '400 closed', 'open'],
  ['a carriage return in a value', probe('X: a\rb\r\n'), 'open'],
  ['a null byte in a value', probe('X: a\0b\r\n'), '400 closed', 'open'],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', '400 closed', 'open'],
  ['two Hosts', probe('Host: i\r\n'), '400 closed'],
  ...[98, 99, 101].flatMap((count): readonly Row[] => {
    const head = probe(Array.from({ length: count - 1 }, (_, at) => `X${at}: 1\r\n`).join(''));
    const [newest, older] = count === 98 ? ['200 open', '200 open'] : ['431 closed', 'open'];
    return [
      [`${count} headers`, head, newest, older],
      [`${count} headers in two segments`, [head.slice(0, 300), head.slice(300)], newest, older],
      [`${count} headers behind a request`, [hidden, response, head], `200 ${newest}`, `200 ${older}`],
    ];
  }),
  ['a name of 20 KB', probe(`${'n'.repeat(20_000)}: 1\r\n`), '431 open'],
  ['headers of 200 KB', probe(`X: ${'a'.repeat(200_000)}\r\n`), '431 closed'],
  ['headers of 20 KB', probe(`X: ${'a'.repeat(20_000)}\r\n`), '431 open'],
  ['Expect: 100-continue', post('Expect: 100-continue\r\nContent-Length: 2\r\n', '{}'), '100 400 open'],
];

const faults: readonly Row[] = [
  ['a long URL in one segment', get(longPath), '200 open'],
  ['a long URL in two segments', [get(longPath).slice(0, 1_400), get(longPath).slice(1_400)], '200 open', '505 closed'],
  ['a request line byte by byte', [...Array.from(probe().slice(0, 26)), probe().slice(26)], '200 open', '505 closed'],
  ['two requests at once', get(states) + hidden, 'closed'],
  ['two requests at once, answered without a wait', hidden + hidden, 'closed'],
  ['two requests one after the other', [hidden, hidden], '200 200 open'],
  ...['HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/1.1x'].map(
    (version): Row => [version, probe('', version), '505 closed'],
  ),
  ['HTTP/0.9', 'GET /healthz\r\n\r\n', '505 closed'],
  ['an absolute target', probe('', 'HTTP/1.1', 'http://h/healthz'), '505 closed'],
  ['the target *', 'OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n', '505 closed'],
  ['line feeds alone', 'GET /healthz HTTP/1.1\nHost: h\n\n', '505 closed'],
  ['a space in the target', probe('', 'HTTP/1.1', '/healthz x'), '505 closed'],
  ['an empty line before the request', `\r\n${hidden}`, 'open', '505 closed'],
  ['an extension of digits', postInChunks(';a1'), 'open'],
  ['an extension of other letters', postInChunks(';x=y'), '400 closed'],
  ['an extension behind a space', postInChunks(' ;a=1'), '201 closed'],
  ['a trailer', post(chunked, `${inChunks(draft()).slice(0, -2)}X: y\r\n\r\n`), '505 closed'],
  ['any two bytes behind a chunk', post(chunked, inChunks(draft()).replace('}\r\n', '}XX')), '201 closed'],
  ['a line feed behind a chunk size', post(chunked, inChunks(draft()).replace('\r\n', '\n')), '201 closed'],
  ['a request behind an extension', post(chunked, smuggling(), 'Host: h\r\n'), 'closed'],
  ['a request behind an extension, with a token', post(chunked, smuggling()), 'closed'],
  [
    'a request behind an extension and the response',
    [post(chunked, '', 'Host: h\r\n'), response, smuggling()],
    '401 closed',
  ],
  ['a length behind a header without a name', post(`: 1\r\nContent-Length: 9\r\n`, hidden, 'Host: h\r\n'), 'closed'],
  ...['/healthz', states].flatMap((path): readonly Row[] => {
    const head = `GET ${path} HTTP/1.1\r\nHost: h\r\n: 1\r\nContent-Length: ${hidden.length}\r\n\r\n`;
    const status = path === states ? 401 : 200;
    return [
      [`the same of a GET of ${path}`, head + hidden, 'closed'],
      [`the same, the body later, of a GET of ${path}`, [head, response, hidden], `${status} 200 open`],
    ];
  }),
  ['the preamble of the PROXY protocol', proxyPreamble + hidden, '200 open'],
];

export const protocolTables = [
  ['serves no second request on a connection where the end of the first is doubtful', lengths],
  ['refuses malformed headers, and drops what the older build refuses without a response', heads],
  ['meets the known faults of the library as documented, and responds to no hidden request', faults],
] as const;
