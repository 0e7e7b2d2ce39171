import { ConfigError } from '../app/config.ts'
import { UnusableDatabase } from '../db/unusable.ts'

/** One of several processes could not serve; its message is what that process had to say. */
export class FailedProcess extends Error {
  override readonly name = 'FailedProcess'
}

/** The line for what prevents a start and the operator can change; undefined for everything else, which is a bug. */
export function explainStart(error: unknown): string | undefined {
  if (isListenError(error)) return `${error.message}: set PORT, KSA_PORT or HOST`
  if (isFolderError(error)) return `${error.message}: set DATA_DIR`
  const isKnown = error instanceof ConfigError || error instanceof UnusableDatabase || error instanceof FailedProcess
  return isKnown ? error.message : undefined
}

// A folder that nobody may write to has the code of a port that nobody may open. Names of other hosts than HOST, of the database
// for one, have been explained by whoever looked them up.
function isListenError(error: unknown): error is Error {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (syscall === 'getaddrinfo') return true
  return syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL')
}

function isFolderError(error: unknown): error is Error {
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'mkdir'
}
