/**
 * The steps of docs/architecture.md in code blocks: a `ts` block that begins with `// New file: ./path` is that file; a
 * `diff` block changes files, each after a line `+++ path`. A line that begins with a space is found in the file, after
 * the one found before it; `-` removes such a line, and `+` inserts one behind it.
 */
import { readFileSync } from 'node:fs';
import { type CodeBlock, codeBlocks, root } from './codeBlocks.js';

const page = 'docs/architecture.md';
const newFile = /^\/\/ New file: \.\/(\S+)$/;

export interface Step {
  readonly path: string;
  readonly isNew: boolean;
  readonly lines: readonly string[];
}

export interface Walk {
  readonly title: string;
  readonly steps: readonly Step[];
  /** The arguments of npm in the commands that the section names, except those of lint. */
  readonly commands: readonly (readonly string[])[];
}

export const isStep = ({ language, code }: CodeBlock): boolean =>
  language === 'diff' || newFile.test(code.split('\n', 1)[0]!);

const stepsOf = ({ language, code }: CodeBlock): Step[] => {
  const [first = '', ...rest] = code.split('\n');
  if (language !== 'diff') return [{ path: newFile.exec(first)![1]!, isNew: true, lines: [...rest, ''] }];
  return code
    .split(/^\+\+\+ /m)
    .slice(1)
    .map(part => {
      const [path = '', ...lines] = part.trimEnd().split('\n');
      return { path, isNew: false, lines };
    });
};

/** Returns the sections of the page that have steps. */
export const readWalks = (): Walk[] => {
  const blocks = codeBlocks().filter(block => block.page === page && isStep(block));
  const lines = readFileSync(`${root}${page}`, 'utf8').split('\n');
  const starts = lines.flatMap((line, at) => (line.startsWith('## ') ? [at] : []));
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? lines.length;
    const steps = blocks.filter(({ line }) => line > start && line <= end).flatMap(stepsOf);
    const named = lines
      .slice(start, end)
      .join('\n')
      .matchAll(/`npm (run sample|run docs|test -- [^`]+)`/g);
    const commands = [...named].map(([, command = '']) => command.split(' '));
    return steps.length === 0 ? [] : [{ title: lines[start]!.slice(3), steps, commands }];
  });
};

/** Returns the text of a file after a step. */
export const applyStep = (text: string, { path, isNew, lines }: Step): string => {
  if (isNew) return lines.join('\n');
  const changed = text.split('\n');
  let at = 0;
  for (const line of lines) {
    const [sign, content] = [line.slice(0, 1), line.slice(1)];
    if (sign === '+') changed.splice(at++, 0, content);
    else {
      const found = changed.indexOf(content, at);
      if (found < 0) throw new Error(`${path} has no line after the one before it: ${content}`);
      if (sign === '-') changed.splice(found, 1);
      at = sign === '-' ? found : found + 1;
    }
  }
  return changed.join('\n');
};
