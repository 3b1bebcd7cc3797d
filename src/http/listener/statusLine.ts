import { STATUS_CODES } from 'node:http';

const statusLines = new Map(
  Object.entries(STATUS_CODES).map(([status, text]) => [Number(status), `${status} ${text}`]),
);

/** The text of a status line, such as `404 Not Found`. */
export const statusLine = (status: number): string => statusLines.get(status) ?? String(status);
