/** The status that logs, metrics and traces give a request whose client left before the response. */
export const clientClosedStatus = 499;
