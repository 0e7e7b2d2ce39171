import { ConfigError } from '../../platform/app/config.ts'
import { UnusableFolder } from '../../platform/app/data-folder.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { UnusableDatabase } from '../../platform/db/unusable.ts'
import { UnknownSigningKey } from '../../platform/signing/signing-keys.ts'

const explained = [ConfigError, UnusableDatabase, UnusableFolder, UnknownSigningKey, Refusal]

/**
 * Returns whether an error's message explains a wrong environment or argument in one line. Any other error is a bug.
 */
export function isExplained(error: unknown): error is Error {
  return error instanceof Error && explained.some((kind) => error instanceof kind)
}

const problems: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file of this name already; it may not have been sent yet',
  ENOENT: 'there is no such file or folder',
  EISDIR: 'this is a folder and no file',
  EACCES: 'access is not allowed',
  ENOSPC: 'no space is left',
  EPIPE: 'nobody reads it any more',
}

/**
 * Refuses with a one-line explanation of a file error, also for standard input and output. Throws every other error on.
 */
export function refuseFile(path: string, error: unknown): never {
  if (!(error instanceof Error && 'code' in error)) throw error
  throw new Refusal('bad_data', `${path}: ${problems[String(error.code)] ?? error.message}`)
}
