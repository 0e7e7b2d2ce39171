import { join } from 'node:path'
import { openBucketFiles } from '../adapters/bucket-files.ts'
import { type Files, openLocalFiles } from '../adapters/files.ts'
import { openSecrets, readOrMakeSecretsKey, type Secrets } from '../adapters/secrets.ts'
import type { Config } from './config.ts'

/** Why a folder of ours cannot be used: one line for the operator, which names the variables that help. */
export class UnusableFolder extends Error {
  override readonly name = 'UnusableFolder'
  /** The line without what to do about it. */
  readonly problem: string

  constructor(problem: string, advice: string) {
    super(`${problem}: ${advice}`)
    this.problem = problem
  }
}

/** The same error as a line that ends with what to set. */
export function explainFolder(error: unknown, advice: string): UnusableFolder {
  return new UnusableFolder(error instanceof Error ? error.message : String(error), advice)
}

const advice = 'set DATA_DIR to a folder for attachments that can be written, or ATTACHMENTS_BUCKET'

/** Opens the place of attachments: the configured bucket, or a folder in the data folder. */
export function openAppFiles({ attachmentsBucket, dataDir }: Config): Files {
  if (attachmentsBucket !== undefined) return openBucketFiles(attachmentsBucket)
  const files = openLocalFiles(join(dataDir, 'attachments'))
  return { ...files, prepare: () => files.prepare().catch((error) => Promise.reject(explainFolder(error, advice))) }
}

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
