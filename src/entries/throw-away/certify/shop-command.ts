import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Target, WaitsFor } from './service-client.ts'

/** A run of a command of the shop. */
export interface ShopCommand {
  /** Resolves when the command has ended, with a sentence if it failed. */
  readonly ended: Promise<string | undefined>
  /** Stops the command. */
  stop(): void
}

/**
 * Runs a command in a shell: the order command makes the shop open the session that the run waits for; the restart
 * command ends and starts the shop. Its output goes to standard error.
 */
export function startCommand(command: string, target: Target, waits?: WaitsFor): ShopCommand {
  const env = {
    ...process.env,
    QIST_URL: target.url,
    QIST_SECRET_KEY: target.secretKey,
    QIST_PUBLIC_KEY: target.publicKey,
    ...(waits !== undefined && {
      QIST_MERCHANT_CODE: waits.merchant_code,
      QIST_SCENARIO: waits.scenario,
      QIST_BUYER_PHONE: waits.buyer_phone,
      QIST_BUYER_EMAIL: waits.buyer_email,
    }),
  }
  // Standard output is for the report. A process group of its own lets all started processes end with the shell.
  const shell = spawn(command, { shell: true, env, stdio: ['ignore', 2, 2], detached: process.platform !== 'win32' })
  const ended = once(shell, 'exit').then(
    ([code, signal]) => (code === 0 ? undefined : `ended with ${signal ?? code}`),
    (error: Error) => `cannot be run: ${error.message}`,
  )
  // A command that ignores signals is killed when this process exits.
  const kill = (): void => stop(shell.pid, 'SIGKILL')
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
  return { ended, stop: () => stop(shell.pid, 'SIGTERM') }
}

function stop(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It has already ended.
  }
}
