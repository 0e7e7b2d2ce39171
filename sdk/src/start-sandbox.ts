import { longestTimeoutMs } from './call.ts'
import type { Operations } from './generated/types.ts'

export interface StartOptions {
  /** What starts it and prints its line; `npx qist sandbox --json` where nothing is said. */
  readonly command?: readonly [program: string, ...given: string[]]
  /** How long it may take; 60,000 ms where nothing is said. */
  readonly timeoutMs?: number
}

export interface StartedSandbox {
  readonly url: string
  readonly ksaUrl: string
  /** A merchant of its own, with its keys. */
  readonly merchant: Operations['createMerchant']['answer']
  /** Ends it; nothing of it stays. Throws where it has not ended in 15 seconds: it is killed then, and not waited for. */
  close(): Promise<void>
}

const longestEndMs = 15_000

/** Starts a throw-away sandbox beside your tests, from Node. Throws where it does not come up. */
export async function startSandbox({ command, timeoutMs = 60_000 }: StartOptions = {}): Promise<StartedSandbox> {
  const { spawn } = await import('node:child_process')
  const [program, ...given] = command ?? ['npx', 'qist', 'sandbox', '--json']
  const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    // Not when it exits: whom it has started to serve may go on for a moment, and writes to the same output.
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
      // Neither it nor what it has started, which writes to the same output, is to keep your tests from ending.
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
    // That it does not end either would hide why it did not start.
    await close().catch(() => undefined)
    throw error
  }
}
