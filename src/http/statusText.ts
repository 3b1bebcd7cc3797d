import { STATUS_CODES } from 'node:http';

/** `404 Not Found`: the status line's text. */
const lines = new Map(Object.entries(STATUS_CODES).map(([status, text]) => [Number(status), `${status} ${text}`]));

export const statusText = (status: number): string => lines.get(status) ?? String(status);
