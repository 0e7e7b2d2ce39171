import { openSecrets, readOrMakeSecretsKey, type Secrets } from '../adapters/secrets.ts'
import type { Config } from './config.ts'
import { explainFolder } from './unusable-folder.ts'

/** Opens the secrets with SECRETS_KEY; the sandbox, which may be started without, makes a key in its data folder. */
export function openAppSecrets({ secretsKey, earlierSecretsKeys, dataDir }: Config): Secrets {
  return openSecrets(secretsKey ?? keptKey(dataDir), earlierSecretsKeys)
}

function keptKey(dataDir: string): string {
  try {
    return readOrMakeSecretsKey(dataDir)
  } catch (error) {
    throw explainFolder(error, 'set SECRETS_KEY to 64 hex digits, or DATA_DIR to a folder that can be written')
  }
}
