import type { Environment, Variable } from './environment.ts'

/** Keys of the service: those that encrypt secrets at rest, and the seed of the one that signs. */
export interface SecretSettings {
  readonly signingKey: string | undefined
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
  {
    name: 'SIGNING_KEY',
    isSecret: true,
    fallback: 'sandbox: made in `DATA_DIR`',
    meaning:
      'signs evidence, statements and notifications: the seed of an Ed25519 key, 64 hex digits, in production random ones',
  },
]

const key = /^[0-9a-f]{64}$/i

/** Returns whether the key repeats one byte, as placeholders do. */
function isOneByte(secretsKey: string): boolean {
  return secretsKey.toLowerCase() === secretsKey.slice(0, 2).toLowerCase().repeat(32)
}

export function readSecrets(env: Environment, mode: 'sandbox' | 'production'): SecretSettings {
  const secretsKey = readKey(env, 'SECRETS_KEY', mode)
  const signingKey = readKey(env, 'SIGNING_KEY', mode)
  // Earlier keys may be placeholders: otherwise a placeholder could not be replaced.
  const earlierSecretsKeys = (env.value('SECRETS_KEY_EARLIER') ?? '').split(',').filter((earlier) => earlier !== '')
  if (!earlierSecretsKeys.every((earlier) => key.test(earlier))) {
    env.complain('SECRETS_KEY_EARLIER', '64 hex digits each, with commas between', 'secret')
  }
  return { secretsKey, earlierSecretsKeys, signingKey }
}

function readKey(env: Environment, name: string, mode: 'sandbox' | 'production'): string | undefined {
  const value = env.value(name)
  if (value !== undefined && !key.test(value)) env.complain(name, '64 hex digits', 'secret')
  else if (mode === 'production' && value !== undefined && isOneByte(value)) {
    env.complain(name, '64 random hex digits in production, such as openssl rand -hex 32 prints', 'secret')
  }
  return value
}
