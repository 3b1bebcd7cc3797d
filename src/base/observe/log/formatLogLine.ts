/** Formats log lines for people. */
interface Level {
  readonly name: string;
  /** Number of the colour of a terminal (ECMA-48, SGR). */
  readonly colour: number;
}

const levels: ReadonlyMap<unknown, Level> = new Map([
  [10, { name: 'TRACE', colour: 90 }],
  [20, { name: 'DEBUG', colour: 90 }],
  [30, { name: 'INFO', colour: 32 }],
  [40, { name: 'WARN', colour: 33 }],
  [50, { name: 'ERROR', colour: 31 }],
  [60, { name: 'FATAL', colour: 35 }],
]);
const dim = 2;

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** The local time of day. */
const formatTime = (date: Date): string =>
  `${pad(date.getHours(), 2)}:${pad(date.getMinutes(), 2)}:${pad(date.getSeconds(), 2)}.${pad(date.getMilliseconds(), 3)}`;

/** Text of a client could otherwise move the cursor of the terminal, or pretend to be another line. */
const escapeControls = (text: string): string =>
  text.replace(/(?!\n)\p{Cc}/gu, found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

const formatValue = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"'=\\]+$/.test(value) ? value : (JSON.stringify(value) ?? String(value));

/** The stack of an error, each line below the message; an error without one is a field. */
const stackLines = (error: unknown): string => {
  const { stack } = (error ?? {}) as { readonly stack?: unknown };
  return typeof stack === 'string'
    ? stack
        .split('\n')
        .map(line => `\n    ${line.trim()}`)
        .join('')
    : '';
};

/** Formats a line of JSON: time, level, message, fields, and below them the stack of an error. */
export const formatLogLine = (line: string, hasColours: boolean): string => {
  const { level, time, msg = '', region: _, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const paint = (colour: number, text: string): string => (hasColours ? `\u001b[${colour}m${text}\u001b[0m` : text);
  const { name, colour } = levels.get(level) ?? { name: String(level), colour: dim };
  const stack = stackLines(fields.err);
  if (stack !== '') delete fields.err;
  const shown = Object.entries(fields).map(([key, value]) => `${key}=${formatValue(value)}`);
  return [
    paint(dim, formatTime(new Date(Number(time)))),
    paint(colour, name.padEnd(5)),
    escapeControls(String(msg).replaceAll('\n', ' ')),
    ...(shown.length === 0 ? [] : [paint(dim, escapeControls(shown.join(' ')))]),
  ]
    .join(' ')
    .concat(escapeControls(stack), '\n');
};

/** The fields that are logged of a request: no token, query string or body. */
export interface RequestLogFields {
  readonly correlationId: string;
  readonly method: string;
  readonly route?: string;
  readonly status: number;
  readonly ms: number;
  readonly projectKey?: string;
  readonly clientId?: string;
}

/** The status that logs, metrics and traces give a request whose client left before the response. */
export const clientClosedStatus = 499;
