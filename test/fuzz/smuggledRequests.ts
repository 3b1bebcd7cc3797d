/** Requests whose end two parsers may see at different places, with the permitted number of responses. */
/** `later` is sent after the response to `text`. */
export interface SmuggledRequest {
  readonly name: string;
  readonly text: string;
  readonly later?: string;
  readonly responsesMax: number;
}

const hidden = 'GET /healthz HTTP/1.1\r\nHost: hidden\r\n\r\n';
const post = (headers: string, body: string): string =>
  `POST /oauth/token HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\n${headers}\r\n${body}`;

const bare = (method: string, headers: string): string => `${method} /healthz HTTP/1.1\r\nHost: h\r\n${headers}\r\n`;

/** Contradictory lengths: each parser may choose another one. */
const lengths = [
  ['an empty Content-Length and another', `Content-Length:\r\nContent-Length: ${hidden.length}\r\n`],
  ['a Content-Length and an empty one', 'Content-Length: 0\r\nContent-Length:\r\n'],
  ['an empty Content-Length', 'Content-Length:\r\n'],
  ['an empty Transfer-Encoding and another', 'Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n'],
  ['an empty Transfer-Encoding and a Content-Length', 'Transfer-Encoding:\r\nContent-Length: 0\r\n'],
  ['two Content-Lengths that differ', `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n`],
] as const;

/** Sends the hidden request later, on the same connection; it must not get a response either. */
const smuggledLater: readonly SmuggledRequest[] = lengths.flatMap(([name, headers]) => [
  { name: `${name}, of a POST`, text: post(headers, ''), later: hidden, responsesMax: 1 },
  ...['GET', 'HEAD'].map(method => ({
    name: `${name}, of a ${method}`,
    text: bare(method, headers),
    later: hidden,
    responsesMax: 1,
  })),
]);

/** The server must not respond to a hidden request that another parser takes for a body. */
export const smuggledRequests: readonly SmuggledRequest[] = [
  {
    name: 'Content-Length and Transfer-Encoding',
    text: post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
    responsesMax: 1,
  },
  {
    name: 'Transfer-Encoding and Content-Length',
    text: post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${hidden}`),
    responsesMax: 1,
  },
  {
    name: 'two Content-Lengths',
    text: post(`Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n`, hidden),
    responsesMax: 1,
  },
  { name: 'a list of Content-Lengths', text: post(`Content-Length: 0, ${hidden.length}\r\n`, hidden), responsesMax: 1 },
  { name: 'a signed Content-Length', text: post('Content-Length: +0\r\n', hidden), responsesMax: 1 },
  { name: 'a negative Content-Length', text: post('Content-Length: -1\r\n', hidden), responsesMax: 1 },
  { name: 'a Content-Length in hexadecimal', text: post('Content-Length: 0x0\r\n', hidden), responsesMax: 1 },
  { name: 'a huge Content-Length', text: post('Content-Length: 99999999999999999999999\r\n', hidden), responsesMax: 1 },
  {
    name: 'another Transfer-Encoding',
    text: post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`),
    responsesMax: 1,
  },
  {
    name: 'two Transfer-Encodings',
    text: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${hidden}`),
    responsesMax: 1,
  },
  {
    name: 'a space before the colon',
    text: post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden}`),
    responsesMax: 1,
  },
  { name: 'a folded header', text: post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${hidden}`), responsesMax: 1 },
  {
    name: 'an invalid chunk size',
    text: post('Transfer-Encoding: chunked\r\n', `zz\r\n\r\n${hidden}`),
    responsesMax: 1,
  },
  {
    name: 'a huge chunk size',
    text: post('Transfer-Encoding: chunked\r\n', `ffffffffffffffff0\r\n\r\n${hidden}`),
    responsesMax: 1,
  },
  {
    name: 'a negative chunk size',
    text: post('Transfer-Encoding: chunked\r\n', `-1\r\n\r\n${hidden}`),
    responsesMax: 1,
  },
  {
    name: 'bare line feeds',
    text: `POST /oauth/token HTTP/1.1\nHost: h\nContent-Length: 0\n\n${hidden}`,
    responsesMax: 1,
  },
  { name: 'a null byte in a header', text: post('Content-Length: 0\0\r\n', hidden), responsesMax: 1 },
  {
    name: 'a line break in the path',
    text: `GET /a\rb HTTP/1.1\r\nHost: h\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    responsesMax: 1,
  },
  { name: 'HTTP/2 without an upgrade', text: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', responsesMax: 1 },
  { name: 'HTTP/0.9', text: 'GET /healthz\r\n\r\n', responsesMax: 1 },
  { name: 'an absolute address', text: 'GET http://h/healthz HTTP/1.1\r\nHost: h\r\n\r\n', responsesMax: 1 },
  { name: 'no Host', text: 'GET /healthz HTTP/1.1\r\n\r\n', responsesMax: 1 },
  ...smuggledLater,
];
