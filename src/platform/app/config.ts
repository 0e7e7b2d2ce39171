import { type CardSettings, cardVariables, readCards } from './card-settings.ts'
import { Environment, type Variable } from './environment.ts'
import {
  type MailSettings,
  type MessageSettings,
  mailVariables,
  messageVariables,
  readMail,
  readMessages,
} from './gateway-settings.ts'
import { type NotificationSettings, readNotifications, webhookVariables } from './notification-settings.ts'
import { type OperatorSettings, operatorVariables, readOperators } from './operator-settings.ts'
import { type ProtectionSettings, protectionVariables, readProtection } from './protection-settings.ts'
import { type RetentionSettings, readRetention, retentionVariables } from './retention-settings.ts'
import { readScoring, type ScoringSettings, scoringVariables } from './scoring-settings.ts'
import { readSecretFiles } from './secret-files.ts'
import { readSecrets, type SecretSettings, secretVariables } from './secret-settings.ts'
import { readServing, type ServingSettings, servingVariables } from './serving-settings.ts'
import { readSso, type SsoSettings, ssoVariables } from './sso-settings.ts'
import { readStorage, type StorageSettings, storageVariables } from './storage-settings.ts'
import { readTraces, type TraceSettings, traceVariables } from './trace-settings.ts'

/** The configuration. Each kind of settings has a file with its variables and their reading. */
export interface Config
  extends ServingSettings,
    StorageSettings,
    NotificationSettings,
    RetentionSettings,
    SecretSettings,
    ScoringSettings,
    MessageSettings,
    MailSettings,
    SsoSettings,
    CardSettings,
    ProtectionSettings,
    OperatorSettings,
    TraceSettings {
  readonly mode: 'sandbox' | 'production'
  /** Whether the sandbox keeps a journal and injects faults; false in production. */
  readonly rehearsal: boolean
  readonly rateLimits: boolean
  /** Whether addresses of older clients, and the original's own names, are answered, too. */
  readonly clientAliases: boolean
  readonly logLevel: string
}

/** The table of docs/configuration.md. */
export const variables: readonly Variable[] = [
  { name: 'QIST_MODE', fallback: '`sandbox`', meaning: '`sandbox` or `production`' },
  ...servingVariables,
  ...storageVariables,
  ...webhookVariables,
  {
    name: 'REHEARSAL',
    fallback: '`on`',
    meaning:
      'sandbox: `off` keeps no journal and lets no fault strike, as in production, for those who measure: both cost every call ([how much](contract/integrators.md))',
  },
  {
    name: 'RATE_LIMITS',
    fallback: '`off` in sandbox, `on` in production',
    meaning: 'limits of requests, by key or address, and of text messages: `on` or `off`',
  },
  {
    name: 'CLIENT_ALIASES',
    fallback: '`on` in sandbox, `off` in production',
    meaning:
      'whether addresses that existing plug-ins, page scripts and mobile SDKs call are answered, too: `on` or `off` ([which](contract/running.md#addresses-of-existing-clients))',
  },
  ...secretVariables,
  ...retentionVariables,
  ...messageVariables,
  ...mailVariables,
  ...ssoVariables,
  ...cardVariables,
  ...scoringVariables,
  ...protectionVariables,
  ...operatorVariables,
  ...traceVariables,
  { name: 'LOG_LEVEL', fallback: '`info`', meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`' },
]

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the environment. Throws a ConfigError with one line for every wrong variable: its name, value and what is
 * allowed.
 */
export function readConfig(given: NodeJS.ProcessEnv, workingDir: string): Config {
  const withSecrets = readSecretFiles(given, variables)
  // Reported alone: a variable that is missing only because its file cannot be read is not a second error.
  if (withSecrets.problems.length > 0) throw new ConfigError(withSecrets.problems.join('\n'))
  const env = new Environment(withSecrets.env)
  const mode = env.oneOf('QIST_MODE', ['sandbox', 'production'], 'sandbox')
  const config: Config = {
    mode,
    ...readServing(env, mode),
    ...readStorage(env, workingDir),
    ...readNotifications(env, mode),
    ...readRetention(env),
    rehearsal: env.oneOf('REHEARSAL', ['on', 'off'], 'on') === 'on' && mode === 'sandbox',
    rateLimits: env.oneOf('RATE_LIMITS', ['on', 'off'], mode === 'production' ? 'on' : 'off') === 'on',
    clientAliases: env.oneOf('CLIENT_ALIASES', ['on', 'off'], mode === 'production' ? 'off' : 'on') === 'on',
    ...readSecrets(env, mode),
    ...readMessages(env),
    ...readMail(env),
    ...readSso(env, mode),
    ...readCards(env, mode),
    ...readScoring(env),
    ...readProtection(env),
    ...readOperators(env),
    ...readTraces(env),
    logLevel: env.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  }
  const problems = mode === 'production' ? [...env.problems, ...missingInProduction(env)] : env.problems
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

function missingInProduction(env: Environment): string[] {
  const missing: string[] = []
  if (env.value('DATABASE_URL') === undefined) {
    missing.push('DATABASE_URL is not set: production needs the address of a PostgreSQL, postgres://…')
  }
  for (const name of ['SECRETS_KEY', 'SIGNING_KEY']) {
    if (env.value(name) === undefined) missing.push(`${name} is not set: production needs 64 hex digits`)
  }
  return missing
}
