import type { Environment, Variable } from './environment.ts'

/** Keys that encrypt secrets at rest. */
export interface SecretSettings {
  readonly secretsKey: string | undefined
  /** Earlier keys, which decrypt until all values are encrypted with the new key. */
  readonly earlierSecretsKeys: readonly string[]
}

export const secretVariables: readonly Variable[] = [
  {
    name: 'SECRETS_KEY',
    isSecret: true,
    fallback: 'sandbox: made in `DATA_DIR`',
    meaning: 'encrypts webhook secrets at rest: 64 hex digits, in production random ones',
  },
  {
    name: 'SECRETS_KEY_EARLIER',
    isSecret: true,
    fallback: '–',
    meaning: 'earlier keys, with commas between, until `qist secrets reseal` has run',
  },
]

const key = /^[0-9a-f]{64}$/i

/** Returns whether the key repeats one byte, as placeholders do. */
function isOneByte(secretsKey: string): boolean {
  return secretsKey.toLowerCase() === secretsKey.slice(0, 2).toLowerCase().repeat(32)
}

export function readSecrets(env: Environment, mode: 'sandbox' | 'production'): SecretSettings {
  const secretsKey = env.value('SECRETS_KEY')
  if (secretsKey !== undefined && !key.test(secretsKey)) env.complain('SECRETS_KEY', '64 hex digits', 'secret')
  // Earlier keys may be placeholders: otherwise a placeholder could not be replaced.
  else if (mode === 'production' && secretsKey !== undefined && isOneByte(secretsKey)) {
    env.complain('SECRETS_KEY', '64 random hex digits in production, such as openssl rand -hex 32 prints', 'secret')
  }
  const earlierSecretsKeys = (env.value('SECRETS_KEY_EARLIER') ?? '').split(',').filter((earlier) => earlier !== '')
  if (!earlierSecretsKeys.every((earlier) => key.test(earlier))) {
    env.complain('SECRETS_KEY_EARLIER', '64 hex digits each, with commas between', 'secret')
  }
  return { secretsKey, earlierSecretsKeys }
}
