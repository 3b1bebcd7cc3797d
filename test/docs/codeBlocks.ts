/** Reads the fenced code blocks of the documentation. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface CodeBlock {
  readonly page: string;
  /** The number of the line with the opening fence. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

const pages = (): string[] =>
  ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })]
    .map(path => (existsSync(`${root}${path}`) ? path : `docs/${path}`))
    .filter(path => path.endsWith('.md'));

const blocksOf = (page: string): CodeBlock[] => {
  const blocks: CodeBlock[] = [];
  let open: { line: number; language: string; lines: string[] } | undefined;
  readFileSync(`${root}${page}`, 'utf8')
    .split('\n')
    .forEach((text, index) => {
      const [, language] = /^\s*```(\S*)/.exec(text) ?? [];
      if (language === undefined) open?.lines.push(text);
      else if (open === undefined) open = { line: index + 1, language, lines: [] };
      else {
        blocks.push({ page, line: open.line, language: open.language, code: open.lines.join('\n') });
        open = undefined;
      }
    });
  return blocks;
};

export const codeBlocks = (): CodeBlock[] => pages().flatMap(blocksOf);
