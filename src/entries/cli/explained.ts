import { ConfigError } from '../../platform/app/config.ts'
import { UnusableFolder } from '../../platform/app/data-folder.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { UnusableDatabase } from '../../platform/db/unusable.ts'

const explained = [ConfigError, UnusableDatabase, UnusableFolder, Refusal]

/** Whether its message is one line of what is wrong with a command's environment or wishes, and no bug. */
export function isExplained(error: unknown): error is Error {
  return error instanceof Error && explained.some((kind) => error instanceof kind)
}
