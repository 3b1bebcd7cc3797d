/* Shows the response to a request. */
import { element } from '/-/dom.js';

/** Longer texts make browsers slow. */
const textMax = 200_000;

const formatText = text => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // A response that is not JSON is shown as it is.
    return text;
  }
};

const shorten = text =>
  text.length > textMax ? `${text.slice(0, textMax)}\n… ${text.length - textMax} characters more` : text;

/** Shows the status, the time until the whole response had arrived, the correlation id and the body. */
export const createResponseView = (response, text, elapsedMs) => {
  const correlationId = response.headers.get('X-Correlation-ID');
  const facts = [`${response.status} ${response.statusText}`.trim(), `${Math.round(elapsedMs)} ms`];
  return [
    element('p', { role: 'status', class: response.ok ? 'success' : 'error' }, facts.join(' · ')),
    correlationId === null ? '' : element('p', { class: 'note' }, `Correlation id ${correlationId}`),
    element('pre', { tabindex: 0, 'aria-label': 'Response body' }, shorten(formatText(text))),
  ].filter(child => child !== '');
};
