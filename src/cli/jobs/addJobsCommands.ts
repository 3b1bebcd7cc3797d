/** `quayside jobs …` */
import type { Command } from 'commander';

export const addJobs = (program: Command): void => {
  const jobs = program.command('jobs').description('what servers do beside requests');
  jobs
    .command('list')
    .description('list the queues with their schedules, and the jobs that run')
    .option('--project <key>', 'only the jobs of this project')
    .option('--json', 'print a list of objects')
    .action(async options => (await import('./jobsList.js')).jobsList(options));
  jobs
    .command('watch')
    .description('show how far the indexing of a project is until it is done')
    .requiredOption('--project <key>', 'project whose orders are indexed')
    .action(async options => (await import('./jobsWatch.js')).jobsWatch(options));
};
