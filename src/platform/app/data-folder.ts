import { join } from 'node:path'
import { openBucketFiles } from '../adapters/bucket-files.ts'
import { type Files, openLocalFiles } from '../adapters/files.ts'
import { openSecrets, readOrMakeKey, type Secrets } from '../adapters/secrets.ts'
import { openSigningKey, type SigningKey } from '../adapters/signing-key.ts'
import type { Config } from './config.ts'

/**
 * A folder of the service that cannot be used. The message is one line for the operator and names the variables to
 * set.
 */
export class UnusableFolder extends Error {
  override readonly name = 'UnusableFolder'
  /** The message without the advice. */
  readonly problem: string

  constructor(problem: string, advice: string) {
    super(`${problem}: ${advice}`)
    this.problem = problem
  }
}

/** Returns the error as an UnusableFolder with advice. */
export function explainFolder(error: unknown, advice: string): UnusableFolder {
  return new UnusableFolder(error instanceof Error ? error.message : String(error), advice)
}

const advice = 'set DATA_DIR to a folder for attachments that can be written, or ATTACHMENTS_BUCKET'

/** Opens the store of attachments: the configured bucket, or a folder in the data folder. */
export function openAppFiles({ attachmentsBucket, dataDir }: Config): Files {
  if (attachmentsBucket !== undefined) return openBucketFiles(attachmentsBucket)
  const files = openLocalFiles(join(dataDir, 'attachments'))
  return { ...files, prepare: () => files.prepare().catch((error) => Promise.reject(explainFolder(error, advice))) }
}

/** Opens the secrets with SECRETS_KEY. Without one, a sandbox makes a key in its data folder. */
export function openAppSecrets({ secretsKey, earlierSecretsKeys, dataDir }: Config): Secrets {
  return openSecrets(secretsKey ?? keptKey(dataDir, 'secrets.key'), earlierSecretsKeys)
}

/**
 * Returns a function that opens the key of SIGNING_KEY at its first use. Without one, a sandbox makes a key in its data
 * folder.
 */
export function keepSigningKey({ signingKey, dataDir }: Config): () => SigningKey {
  let kept: SigningKey | undefined
  return () => {
    kept ??= openSigningKey(signingKey ?? keptKey(dataDir, 'signing.key'))
    return kept
  }
}

const settingOf = { 'secrets.key': 'SECRETS_KEY', 'signing.key': 'SIGNING_KEY' } as const

function keptKey(dataDir: string, name: keyof typeof settingOf): string {
  try {
    return readOrMakeKey(dataDir, name)
  } catch (error) {
    throw explainFolder(error, `set ${settingOf[name]} to 64 hex digits, or DATA_DIR to a folder that can be written`)
  }
}
