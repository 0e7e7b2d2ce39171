import { ConfigError } from '../../platform/app/config.ts'
import { UnusableFolder } from '../../platform/app/data-folder.ts'
import { UnusableHost } from '../../platform/app/serving-settings.ts'
import { UnusableDatabase } from '../../platform/db/unusable.ts'

/** A serving process failed; the message is its own. */
export class FailedProcess extends Error {
  override readonly name = 'FailedProcess'
}

/** Returns one line about a problem that the operator can fix; undefined for everything else, which is a bug. */
export function explainStart(error: unknown): string | undefined {
  if (isListenError(error)) return `${error.message}: set PORT, KSA_PORT or HOST, for example PORT=18080 KSA_PORT=18081`
  const known = [ConfigError, UnusableDatabase, UnusableFolder, UnusableHost, FailedProcess]
  return error instanceof Error && known.some((kind) => error instanceof kind) ? error.message : undefined
}

// EACCES is also the code of a folder without write permission, so the system call is checked.
function isListenError(error: unknown): error is Error {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES')
}
