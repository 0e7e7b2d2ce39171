import { longestTimeoutMs } from './call.ts'
import type { Operations } from './generated/types.ts'

export interface StartOptions {
  /** The command that starts the sandbox and prints its line; default `npx qist sandbox --json`. */
  readonly command?: readonly [program: string, ...given: string[]]
  /** Limit of the start; default 60,000 ms. */
  readonly timeoutMs?: number
}

export interface StartedSandbox {
  readonly url: string
  readonly ksaUrl: string
  /** The sandbox's merchant with its keys. */
  readonly merchant: Operations['createMerchant']['answer']
  /** Stops the sandbox and removes its data. If it has not ended after 15 seconds, kills it and throws. */
  close(): Promise<void>
}

const longestEndMs = 15_000

/** Starts a throw-away sandbox for your tests, from Node. Throws if it does not start. */
export async function startSandbox({ command, timeoutMs = 60_000 }: StartOptions = {}): Promise<StartedSandbox> {
  const { spawn } = await import('node:child_process')
  const [program, ...given] = command ?? ['npx', 'qist', 'sandbox', '--json']
  const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    // `close`, not `exit`: the server that the command started may run a moment longer and writes to the same output.
    child.once('close', () => resolve())
  })
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the sandbox has not ended')), longestEndMs)
    })
    try {
      await Promise.race([ended, late])
    } catch (error) {
      // Neither the command nor the server that it started may keep the tests' process alive.
      child.kill('SIGKILL')
      child.stdout.destroy()
      child.unref()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  const line = new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (text.includes('\n')) resolve(text)
    })
    child.once('error', reject)
    void ended.then(() => reject(new Error('the sandbox ended before it served')))
    AbortSignal.timeout(Math.min(timeoutMs, longestTimeoutMs)).onabort = () =>
      reject(new Error(`the sandbox did not start in ${timeoutMs} ms`))
  })
  try {
    const { url, ksa_url: ksaUrl, merchant } = JSON.parse(await line)
    return { url, ksaUrl, merchant, close }
  } catch (error) {
    // A failure to stop must not hide the failure to start.
    await close().catch(() => undefined)
    throw error
  }
}
