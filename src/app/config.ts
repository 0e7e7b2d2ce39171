import { resolve } from 'node:path'
import type { Bucket } from '../adapters/bucket-files.ts'
import { fillTemplate, type GatewayOptions } from '../adapters/messenger.ts'
import { type ProtectionSettings, protectionVariables, readProtection } from './protection-settings.ts'
import { type HostName, readWebhookHosts } from './webhook-hosts.ts'

export type Region = 'uae' | 'ksa'
export const regions: readonly Region[] = ['uae', 'ksa']

export interface Config extends ProtectionSettings {
  readonly mode: 'sandbox' | 'production'
  readonly host: string
  readonly ports: Readonly<Record<Region, number>>
  readonly regions: readonly Region[]
  /** How many processes serve side by side. */
  readonly processes: number
  readonly baseUrls: Readonly<Record<Region, string>>
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  /** Where attachments are kept; absent: in the data folder. */
  readonly attachmentsBucket: Bucket | undefined
  readonly webhookHosts: ReadonlyMap<string, HostName>
  readonly webhookRetrySeconds: readonly number[]
  readonly rateLimits: boolean
  readonly secretsKey: string | undefined
  /** Keys that still decrypt while their values are encrypted again. */
  readonly earlierSecretsKeys: readonly string[]
  /** How long notifications that are over are kept. */
  readonly notificationDays: number
  /** The gateway for text messages; undefined when none is named. */
  readonly messages: GatewayOptions | undefined
  readonly logLevel: string
}

/** One variable of the environment: its name, default, meaning, and how its text becomes a value (or a complaint). */
interface Variable {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** The table of docs/configuration.md, and the order problems are reported in. */
export const variables: readonly Variable[] = [
  { name: 'QIST_MODE', fallback: '`sandbox`', meaning: '`sandbox` or `production`' },
  { name: 'HOST', fallback: '`127.0.0.1`', meaning: 'address to listen on' },
  { name: 'PORT', fallback: '`8080`', meaning: 'UAE region: API and pages; 0 takes any free port' },
  { name: 'KSA_PORT', fallback: '`8081`', meaning: 'KSA region: API and pages; 0 takes any free port' },
  { name: 'REGIONS', fallback: '`uae,ksa`', meaning: 'which regions this process serves' },
  {
    name: 'PROCESSES',
    fallback: '`1`',
    meaning: 'how many processes serve side by side, 1 to 16; about one for each core beside the database',
  },
  { name: 'BASE_URL', fallback: 'from host and port', meaning: 'public address of the UAE region' },
  { name: 'KSA_BASE_URL', fallback: 'from host and port', meaning: 'public address of the KSA region' },
  { name: 'DATABASE_URL', fallback: '–', meaning: 'a PostgreSQL (15 or newer); absent: the embedded one' },
  { name: 'DATA_DIR', fallback: '`./data`', meaning: 'embedded database and attachments' },
  {
    name: 'ATTACHMENTS_BUCKET',
    fallback: '–',
    meaning:
      'an S3-compatible bucket for attachments; its credentials are `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`',
  },
  { name: 'ATTACHMENTS_REGION', fallback: '`us-east-1`', meaning: 'region of the bucket' },
  { name: 'ATTACHMENTS_ENDPOINT', fallback: 'AWS', meaning: 'address of another S3-compatible service' },
  {
    name: 'WEBHOOK_HOSTS',
    fallback: '–',
    meaning: 'sandbox: `name=address:port,…`, hosts delivered to the given address',
  },
  {
    name: 'WEBHOOK_RETRY_SECONDS',
    fallback: '`60,120,180,240`',
    meaning: 'delays before each retry of a notification',
  },
  {
    name: 'RATE_LIMITS',
    fallback: '`off` in sandbox, `on` in production',
    meaning: 'limits of requests, by key or address, and of text messages: `on` or `off`',
  },
  {
    name: 'SECRETS_KEY',
    fallback: 'sandbox: made in `DATA_DIR`',
    meaning: 'encrypts webhook secrets at rest: 64 hex digits',
  },
  {
    name: 'SECRETS_KEY_EARLIER',
    fallback: '–',
    meaning: 'earlier keys, with commas between, until `qist secrets reseal` has run',
  },
  {
    name: 'NOTIFICATION_DAYS',
    fallback: '`90`',
    meaning: 'days for which notifications that are over are kept',
  },
  {
    name: 'MESSAGE_URL',
    fallback: 'sandbox: an outbox page',
    meaning: 'where text messages to customers are posted: the address of an HTTP gateway',
  },
  {
    name: 'MESSAGE_TEMPLATE',
    fallback: '`{"to":"{to}","text":"{text}"}`',
    meaning: 'the JSON that is posted there, with `{to}` and `{text}` filled in',
  },
  { name: 'MESSAGE_AUTHORIZATION', fallback: '–', meaning: 'the Authorization header that goes with it' },
  ...protectionVariables,
  { name: 'LOG_LEVEL', fallback: '`info`', meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`' },
]

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the environment. Throws a ConfigError with one line for every wrong variable: its name, value and what is allowed. */
export function readConfig(env: NodeJS.ProcessEnv, workingDir: string): Config {
  const problems: string[] = []
  const value = (name: string): string | undefined => env[name] || undefined
  const complain = (name: string, allowed: string, secret = false): void => {
    problems.push(`${name}=${secret ? '(hidden)' : env[name]}: must be ${allowed}`)
  }
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const text = value(name) ?? fallback
    const found = allowed.find((candidate) => candidate === text)
    if (found === undefined) complain(name, allowed.join(' or '))
    return found ?? fallback
  }
  const port = (name: string, fallback: number): number => {
    const text = value(name) ?? String(fallback)
    if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
    complain(name, 'a port, 0 to 65535')
    return fallback
  }
  const url = (name: string, protocols: readonly string[], secret = false): string | undefined => {
    const text = value(name)
    if (text === undefined) return undefined
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/+$/, '')
    complain(name, `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`, secret)
    return undefined
  }

  const mode = oneOf('QIST_MODE', ['sandbox', 'production'], 'sandbox')
  const host = value('HOST') ?? '127.0.0.1'
  const ports = { uae: port('PORT', 8080), ksa: port('KSA_PORT', 8081) }
  const wanted = (value('REGIONS') ?? 'uae,ksa').split(',').map((region) => region.trim())
  const served = regions.filter((region) => wanted.includes(region))
  if (served.length === 0 || wanted.length !== served.length) complain('REGIONS', 'uae, ksa or uae,ksa')
  if (served.length === 2 && ports.uae === ports.ksa && ports.uae !== 0) complain('KSA_PORT', 'another port than PORT')
  const processes = Number(value('PROCESSES') ?? '1')
  if (!(/^\d{1,2}$/.test(value('PROCESSES') ?? '1') && processes >= 1 && processes <= 16)) {
    complain('PROCESSES', 'a whole number of processes, 1 to 16')
  }
  const shownHost = host.includes(':') ? `[${host}]` : host
  const baseUrls = {
    uae: url('BASE_URL', ['http:', 'https:']) ?? `http://${shownHost}:${ports.uae}`,
    ksa: url('KSA_BASE_URL', ['http:', 'https:']) ?? `http://${shownHost}:${ports.ksa}`,
  }
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'], true)
  const bucket = value('ATTACHMENTS_BUCKET')
  if (bucket !== undefined && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    complain('ATTACHMENTS_BUCKET', 'the name of a bucket')
  }
  const bucketEndpoint = url('ATTACHMENTS_ENDPOINT', ['http:', 'https:'])
  const retryTexts = (value('WEBHOOK_RETRY_SECONDS') ?? '60,120,180,240').split(',')
  const webhookRetrySeconds = retryTexts.map(Number)
  if (!webhookRetrySeconds.every((seconds) => seconds >= 0 && seconds <= 604_800)) {
    complain('WEBHOOK_RETRY_SECONDS', 'numbers of seconds with commas between, each at most 604800')
  }
  const webhookHosts = readWebhookHosts(value('WEBHOOK_HOSTS') ?? '')
  if (webhookHosts === undefined) complain('WEBHOOK_HOSTS', 'name=address:port, with commas between')
  if (mode === 'production' && value('WEBHOOK_HOSTS') !== undefined) complain('WEBHOOK_HOSTS', 'absent in production')
  const rateLimits = oneOf('RATE_LIMITS', ['on', 'off'], mode === 'production' ? 'on' : 'off') === 'on'
  const secretsKey = value('SECRETS_KEY')
  if (secretsKey !== undefined && !/^[0-9a-f]{64}$/i.test(secretsKey)) complain('SECRETS_KEY', '64 hex digits', true)
  const messageUrl = url('MESSAGE_URL', ['http:', 'https:'])
  const messageTemplate = value('MESSAGE_TEMPLATE') ?? '{"to":"{to}","text":"{text}"}'
  if (!isMessageTemplate(messageTemplate)) complain('MESSAGE_TEMPLATE', 'JSON with {to} and {text} in it')
  const earlierSecretsKeys = (value('SECRETS_KEY_EARLIER') ?? '').split(',').filter((key) => key !== '')
  if (!earlierSecretsKeys.every((key) => /^[0-9a-f]{64}$/i.test(key))) {
    complain('SECRETS_KEY_EARLIER', '64 hex digits each, with commas between', true)
  }
  const notificationDays = Number(value('NOTIFICATION_DAYS') ?? '90')
  if (!(Number.isInteger(notificationDays) && notificationDays >= 1 && notificationDays <= 36_500)) {
    complain('NOTIFICATION_DAYS', 'a whole number of days, 1 to 36500')
  }
  const protection = readProtection(value, complain)
  const logLevel = oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info')
  if (mode === 'production') {
    if (databaseUrl === undefined && value('DATABASE_URL') === undefined) {
      problems.push('DATABASE_URL is not set: production needs the address of a PostgreSQL, postgres://…')
    }
    if (secretsKey === undefined) problems.push('SECRETS_KEY is not set: production needs 64 hex digits')
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))

  return {
    mode,
    host,
    ports,
    regions: served,
    processes,
    baseUrls,
    databaseUrl,
    dataDir: resolve(workingDir, value('DATA_DIR') ?? './data'),
    attachmentsBucket:
      bucket === undefined
        ? undefined
        : { bucket, region: value('ATTACHMENTS_REGION') ?? 'us-east-1', endpoint: bucketEndpoint },
    webhookHosts: webhookHosts ?? new Map(),
    webhookRetrySeconds,
    rateLimits,
    secretsKey,
    earlierSecretsKeys,
    notificationDays,
    messages:
      messageUrl === undefined
        ? undefined
        : { url: messageUrl, template: messageTemplate, headers: authorizationOf(value('MESSAGE_AUTHORIZATION')) },
    ...protection,
    logLevel,
  }
}

function authorizationOf(text: string | undefined): Record<string, string> {
  return text === undefined ? {} : { authorization: text }
}

function isMessageTemplate(template: string): boolean {
  try {
    JSON.parse(fillTemplate(template, { to: '+971500000001', text: 'code' }))
    return template.includes('{to}') && template.includes('{text}')
  } catch {
    return false
  }
}
