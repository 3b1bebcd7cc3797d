/** Matches the first line of an unexpectedly refused exchange in a log of `npm run test:programs`. */
const refused = /^#\d+ (.*), \d+ ms, REFUSED$/;
const linesMax = 20;
const answerCharactersMax = 200;

/** Matches ids and times, which differ between requests of one kind. */
const differing = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Lists the unexpected refusals of a log, each kind once with its count. */
export const listRefusals = log => {
  const counts = new Map();
  for (const entry of log.split('\n\n')) {
    const lines = entry.split('\n');
    const first = lines.map(line => refused.exec(line)?.[1]).find(Boolean);
    if (first === undefined) continue;
    const answer = lines.find(line => line.startsWith('  < '))?.slice(4) ?? '';
    const message = /"message":"((?:\\.|[^"\\])*)"/.exec(answer)?.[1] ?? answer;
    const kind = `${first}: ${message.slice(0, answerCharactersMax)}`.replace(differing, '…');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = [...counts].map(([kind, count]) => (count === 1 ? kind : `${kind} (${count} times)`));
  return kinds.length > linesMax ? [...kinds.slice(0, linesMax), `and ${kinds.length - linesMax} more`] : kinds;
};
