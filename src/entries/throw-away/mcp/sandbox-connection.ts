import { second } from '../../../platform/base/times.ts'
import { CannotRun, type Target, targetOf } from '../certify/service-client.ts'
import { openThrowAway, type ThrowAway } from '../open-throw-away.ts'
import { variablesOf } from '../sandbox-variables.ts'
import { requireSandbox } from './require-sandbox.ts'

/** The sandbox that the tools work on. */
export interface ConnectedSandbox {
  readonly target: Target
  /** Empty if there is none. */
  readonly liveKey: string
  /** The variables of a sandbox that this process has started; undefined for one that ran before. */
  readonly started: ReturnType<typeof variablesOf> | undefined
}

/** How long an address counts as a sandbox's after it was checked. */
const checkedMs = 10 * second

/**
 * Finds the sandbox of QIST_URL and QIST_SECRET_KEY, or starts a throw-away one when it is needed first, if these are
 * not set. The constructor throws CannotRun if the variables are wrong.
 */
export class SandboxConnection {
  readonly #env: NodeJS.ProcessEnv
  readonly #named: Target | undefined
  #checkedAt = -Infinity
  #starting: Promise<ThrowAway> | undefined

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
    this.#named = targetOf(env)
  }

  /** Returns the sandbox. Throws CannotRun if the address is no sandbox's. A failed start is tried again. */
  async get(): Promise<ConnectedSandbox> {
    const { QIST_LIVE_SECRET_KEY: liveKey = '' } = this.#env
    if (this.#named === undefined) return this.#start()
    if (performance.now() - this.#checkedAt > checkedMs) {
      await requireSandbox(this.#named.url)
      this.#checkedAt = performance.now()
    }
    return { target: this.#named, liveKey, started: undefined }
  }

  /** Ends the sandbox that this process has started. */
  async close(): Promise<void> {
    const sandbox = await this.#starting?.catch(() => undefined)
    await sandbox?.close()
  }

  async #start(): Promise<ConnectedSandbox> {
    this.#starting ??= openThrowAway({ port: 0, env: this.#env })
    try {
      const started = variablesOf(await this.#starting)
      const target = { url: started.QIST_URL, secretKey: started.QIST_SECRET_KEY, publicKey: started.QIST_PUBLIC_KEY }
      return { target, liveKey: started.QIST_LIVE_SECRET_KEY, started }
    } catch (error) {
      this.#starting = undefined
      throw new CannotRun(`no sandbox could be started: ${error instanceof Error ? error.message : error}`)
    }
  }
}
