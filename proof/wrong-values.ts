import type { Settings, WrongStart } from './wrong-starts.ts'

const others = [
  ['OPERATOR_NAME', 'x'.repeat(201)],
  ['OPERATOR_ADDRESS', 'no name'],
  ['OPERATOR_TAX_NUMBER', '1'],
  ['KSA_OPERATOR_NAME', 'two\nlines'],
  ['KSA_OPERATOR_ADDRESS', 'no name'],
  ['KSA_OPERATOR_TAX_NUMBER', '1'],
  ['REFUND_PROOF_ABOVE', '-1'],
  ['REFUND_PROOF_ABOVE', '50001'],
  ['RISK_URL', 'no address'],
  ['RISK_SECRET', 'hidden-password'],
  ['RISK_TIMEOUT_MS', '49'],
  ['RISK_FALLBACK', 'refer'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'no address'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hidden-password'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
] as const

/** Wrong texts with their variables, in both modes. */
function wrongTexts(key: string): readonly (readonly [name: string, value: string])[] {
  return [
    ['QIST_MODE', 'prod'],
    ['PORT', '99999'],
    ['PORT', 'eighty'],
    ['KSA_PORT', '-1'],
    ['REGIONS', 'uae,usa'],
    ['PROCESSES', '0'],
    ['PROCESSES', '17'],
    ['PROCESSES', '1.5'],
    ['BASE_URL', 'ftp://shop.test'],
    ['BASE_URL', 'https://shop.test/pay'],
    ['KSA_BASE_URL', 'https://shop.test/pay'],
    ['KSA_BASE_URL', 'no address'],
    ['DATABASE_URL', 'mysql://user:hidden-password@127.0.0.1/db'],
    ['DATABASE_URL', 'user:hidden-password'],
    ['MIGRATION_DATABASE_URL', 'mysql://user:hidden-password@127.0.0.1/db'],
    ['ATTACHMENTS_BUCKET', 'Not A Bucket'],
    ['ATTACHMENTS_REGION', 'a b'],
    ['ATTACHMENTS_ENDPOINT', 'no address'],
    ['WEBHOOK_HOSTS', 'shop.test'],
    ['WEBHOOK_RETRY_SECONDS', '1,-2'],
    ['WEBHOOK_RETRY_SECONDS', 'soon'],
    ...(['RATE_LIMITS', 'REHEARSAL', 'CLIENT_ALIASES'] as const).map((name) => [name, 'maybe'] as const),
    ['SECRETS_KEY', 'hidden-password'],
    ['SIGNING_KEY', 'hidden-password'],
    ['SECRETS_KEY_EARLIER', `${key},hidden-password`],
    ...['NOTIFICATION_DAYS', 'UNFINISHED_DAYS', 'UNFINISHED_BODY_DAYS', 'JOURNAL_DAYS', 'OUTBOX_HOURS'].map(
      (name) => [name, '0'] as const,
    ),
    ['MESSAGE_DAYS', 'many'],
    ['PERSONAL_DAYS', 'always'],
    ['MESSAGE_URL', 'no address'],
    ['MESSAGE_TEMPLATE', '{"to":"{to}"}'],
    ['MESSAGE_TEMPLATE', 'no json {to} {text}'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', 'proxy.internal'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['MESSAGE_COUNTRIES', 'ae'],
    ['MESSAGES_PER_MINUTE', '0'],
    ['CARD_PROCESSOR', 'cash'],
    ['MAIL_URL', 'no address'],
    ['MAIL_TEMPLATE', '{"to":"{to}"}'],
    ...others,
  ]
}

/** Returns starts with one wrong value each. They must be refused before any change. */
export function wrongValues({ untouchedUrl, key }: Settings): WrongStart[] {
  const production = { QIST_MODE: 'production', DATABASE_URL: untouchedUrl, SECRETS_KEY: key, SIGNING_KEY: key }
  const { SECRETS_KEY: _, ...withoutKey } = production
  const { SIGNING_KEY: ___, ...withoutSigningKey } = production
  const { DATABASE_URL: __, ...withoutDatabase } = production
  return [
    ...wrongTexts(key).map(([names, value]) => ({
      what: `${names}=${value}`,
      names,
      env: { DATABASE_URL: untouchedUrl, [names]: value },
      secrets: ['hidden-password', key],
    })),
    ...wrongInProduction(production),
    ...wrongOfStripe({ untouchedUrl, key }),
    ...wrongOfSignIn({ untouchedUrl, key }),
    {
      what: 'both regions at one port',
      names: 'KSA_PORT',
      env: { DATABASE_URL: untouchedUrl, PORT: '7777', KSA_PORT: '7777' },
    },
    { what: 'production without a database', names: 'DATABASE_URL', env: withoutDatabase, secrets: [key] },
    {
      what: "an owner's database and none of the service's",
      names: 'MIGRATION_DATABASE_URL',
      env: { MIGRATION_DATABASE_URL: untouchedUrl },
    },
    { what: 'production without a key', names: 'SECRETS_KEY', env: withoutKey },
    { what: 'production without a key that signs', names: 'SIGNING_KEY', env: withoutSigningKey },
    {
      what: "a merchant's host that is sent elsewhere in production",
      names: 'WEBHOOK_HOSTS',
      env: { ...production, WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' },
      secrets: [key],
    },
  ]
}

/** Returns values that a sandbox may have and that would weaken production. */
function wrongInProduction(production: NodeJS.ProcessEnv): WrongStart[] {
  const stripe = { CARD_PROCESSOR: 'stripe', STRIPE_SECRET_KEY: 'sk_live_hidden' }
  const values: readonly (readonly [name: string, value: string])[] = [
    ['BASE_URL', 'http://shop.test'],
    ['KSA_BASE_URL', 'http://10.0.0.5'],
    ['STRIPE_API_URL', 'http://proxy.test'],
    ['SECRETS_KEY', '0'.repeat(64)],
    ['SECRETS_KEY', 'a1'.repeat(32)],
    ['SIGNING_KEY', 'a1'.repeat(32)],
  ]
  return values.map(([names, value]) => ({
    what: `${names}=${value} in production`,
    names,
    env: { ...production, ...(names === 'STRIPE_API_URL' && stripe), [names]: value },
    secrets: ['sk_live_hidden', '0'.repeat(64), 'a1'.repeat(32), String(production['SECRETS_KEY'])],
  }))
}

function wrongOfSignIn({ untouchedUrl, key }: Pick<Settings, 'untouchedUrl' | 'key'>): WrongStart[] {
  const provider = {
    ...{ DATABASE_URL: untouchedUrl, SSO_ISSUER: 'https://id.example', SSO_CLIENT_ID: 'qist' },
    SSO_CLIENT_SECRET: 'hidden-password',
  }
  const { SSO_CLIENT_SECRET: _, ...withoutSecret } = provider
  const secrets = ['hidden-password', key]
  return [
    { what: 'SSO_ISSUER=ftp', names: 'SSO_ISSUER', env: { ...provider, SSO_ISSUER: 'ftp://id.example' }, secrets },
    {
      what: 'a client of no provider',
      names: 'SSO_CLIENT_ID',
      env: { DATABASE_URL: untouchedUrl, SSO_CLIENT_ID: 'qist' },
    },
    { what: 'a provider without a secret', names: 'SSO_CLIENT_SECRET', env: withoutSecret, secrets },
  ]
}

function wrongOfStripe({ untouchedUrl, key }: Pick<Settings, 'untouchedUrl' | 'key'>): WrongStart[] {
  const stripe = { DATABASE_URL: untouchedUrl, CARD_PROCESSOR: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }
  const values: readonly (readonly [name: string, value: string])[] = [
    ['STRIPE_SECRET_KEY', 'hidden-password'],
    ['STRIPE_SECRET_KEY', 'sk_live_1'],
    ['STRIPE_WEBHOOK_SECRET', 'hidden-password'],
    ['STRIPE_API_URL', 'no address'],
  ]
  return values.map(([names, value]) => ({
    what: `${names}=${value}`,
    names,
    env: { ...stripe, [names]: value },
    secrets: ['hidden-password', key],
  }))
}
