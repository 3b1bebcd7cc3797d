/** Reads the settings of this process from the environment, and prints their help. */
import { type Setting, ConfigError } from './valueKinds.js';
import { settings, type Config } from './settings.js';
import { parseRedisUrl } from './redisUrl.js';

/** Returns the value of a variable, or the default with a text that says what is wrong with the value. */
const parseSetting = (
  environment: NodeJS.ProcessEnv,
  { variable, kind, defaultValue, isSecret }: Setting,
): { readonly value: unknown; readonly problem?: string } => {
  const given = environment[variable];
  if (given === undefined || given === '') return { value: defaultValue };
  const printed = isSecret === true ? `${given.length} characters` : (kind.print?.(given) ?? given);
  try {
    const value = kind.parse(given);
    if (value !== undefined) return { value };
    return { value: defaultValue, problem: `${variable} is '${printed}'; allowed is ${kind.allowed}.` };
  } catch (error) {
    const reason = (error as Error).message;
    return { value: defaultValue, problem: `${variable} is '${printed}': ${reason}; allowed is ${kind.allowed}.` };
  }
};

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

type SettingName = keyof typeof settings;

const isSet = (config: Config, name: SettingName): boolean => config[name] !== settings[name].defaultValue;

/** Pairs of settings of which one is useless without the other. */
const pairs: readonly (readonly [SettingName, SettingName])[] = [
  ['tlsCertFile', 'tlsKeyFile'],
  ['redisTlsCertFile', 'redisTlsKeyFile'],
];

const findHalfPairs = (config: Config): string[] =>
  pairs
    .filter(([first, second]) => isSet(config, first) !== isSet(config, second))
    .map(([first, second]) => {
      const [given, other] = isSet(config, first) ? [first, second] : [second, first];
      return `${settings[given].variable} is set and ${settings[other].variable} is not; allowed is both or neither.`;
    });

const redisTlsSettings = ['redisTlsCaFile', 'redisTlsCertFile', 'redisTlsKeyFile', 'redisTlsServerName'] as const;

/**
 * Settings of TLS for a Redis that is reached without TLS: their author believes that the connections are protected.
 */
const findUnusedRedisTls = (config: Config): string[] => {
  if (config.redisUrl !== '' && parseRedisUrl(config.redisUrl).isTls) return [];
  return redisTlsSettings
    .filter(name => isSet(config, name))
    .map(
      name =>
        `${settings[name].variable} is set and REDIS_URL does not use TLS; ` +
        'allowed is a REDIS_URL that begins with rediss:// or rediss-cluster://.',
    );
};

/** Returns one text that names everything that a HOST beyond loopback lacks, so that no second start refuses it. */
const findHostConflict = ({ host, tlsCertFile, behindTlsProxy }: Config, olderBuild?: string): string[] => {
  if (isLoopbackHost(host) || behindTlsProxy === 'nginx') return [];
  const isPlain = tlsCertFile === '' && behindTlsProxy === false;
  const encryption = 'TLS_CERT_FILE with TLS_KEY_FILE, or BEHIND_TLS_PROXY=true';
  if (olderBuild !== undefined)
    return [
      `HOST is '${host}', and ${olderBuild}; allowed is a loopback address, ` +
        'BEHIND_TLS_PROXY=nginx with ops/nginx/quayside.conf, or a system with glibc 2.38, such as Debian 13' +
        `${isPlain ? `, and there ${encryption}` : ''}.`,
    ];
  return isPlain
    ? [`HOST is '${host}', where plain HTTP is not allowed; allowed is a loopback address, or ${encryption}.`]
    : [];
};

/** Rules that concern two variables at once. */
const findConflicts = (config: Config, olderBuild?: string): string[] => {
  const { redisUrl, durability, tlsCertFile, plainPort } = config;
  const conflicts = [...findHalfPairs(config), ...findUnusedRedisTls(config), ...findHostConflict(config, olderBuild)];
  if (plainPort !== 0 && tlsCertFile === '')
    conflicts.push(`PLAIN_PORT is '${plainPort}'; allowed is 0 while TLS_CERT_FILE is not set.`);
  if (redisUrl === '' && durability.startsWith('replicas'))
    conflicts.push(
      `DURABILITY is '${durability}', and the embedded Redis has no replicas; ` +
        'allowed are everysec and always while REDIS_URL is not set.',
    );
  return conflicts;
};

/**
 * Throws a ConfigError that lists all wrong values at once. A start of the server names in `olderBuild` why it uses the
 * older build of the HTTP library, which restricts HOST.
 */
export const readConfig = (environment: NodeJS.ProcessEnv, olderBuild?: string): Config => {
  const parsed = Object.entries<Setting>(settings).map(
    ([name, setting]) => [name, parseSetting(environment, setting)] as const,
  );
  const config = Object.fromEntries(parsed.map(([name, { value }]) => [name, value])) as Config;
  const problems = parsed.flatMap(([, { problem }]) => problem ?? []);
  problems.push(...findConflicts(config, olderBuild));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
};

const rows: readonly Setting[] = Object.values(settings);

/** The settings for `quayside start --help`. */
export const settingsHelp = (): string =>
  [
    '',
    'Environment variables (default in parentheses):',
    ...rows.map(({ variable, defaultValue, defaultText = String(defaultValue), text }) => {
      const byDefault = defaultText === '' ? '' : ` (${defaultText})`;
      return `  ${variable}${byDefault}: ${text.replaceAll('`', '')}`;
    }),
  ].join('\n');
