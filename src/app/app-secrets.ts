import { openSecrets, readOrMakeSecretsKey, type Secrets } from '../adapters/secrets.ts'
import type { Config } from './config.ts'

/** Opens the secrets with SECRETS_KEY; the sandbox, which may be started without, makes a key in its data folder. */
export function openAppSecrets(config: Config): Secrets {
  return openSecrets(config.secretsKey ?? readOrMakeSecretsKey(config.dataDir), config.earlierSecretsKeys)
}
