import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, NoAnswer } from '../testkit/client.ts'
import type { Random } from '../testkit/random.ts'
import { neverMs } from '../testkit/timeouts.ts'
import type { Injected } from './invariants.ts'

/** A client's failure that no rule of the service explains. */
interface Trouble {
  readonly what: string
  readonly from: number
  readonly to: number
}

/** The number of failures to keep. */
const maxKept = 500

/** All answers to the clients of a soak, in compact form. */
export class SoakTally {
  calls = 0
  answered = 0
  /** The number of calls that failed during injected faults. */
  forgiven = 0
  /** The number of completed actions of each kind. */
  readonly done = new Map<string, number>()
  readonly statuses = new Map<number, number>()
  readonly violations: string[] = []
  #troubles: Trouble[] = []
  isStopping = false

  note(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1)
  }

  violate(what: string): void {
    if (this.violations.length < maxKept) this.violations.push(what)
  }

  /** Makes one call. Returns undefined without an answer or after a failure, which is judged later. */
  async call(what: string, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const from = performance.now()
    this.calls += 1
    try {
      const answer = await send()
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
      if (answer.status < 500) {
        this.answered += 1
        return answer
      }
      this.fail(`${what} was answered with ${answer.status}: ${answer.text.slice(0, 150)}`, from)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      this.fail(`${what} was not answered: ${error.message}`, from)
    }
    return undefined
  }

  /** Repeats the call until it is answered for good: neither failed, nor locked, nor rate limited. */
  async retry(what: string, random: Random, send: () => Promise<Answer>): Promise<Answer | undefined> {
    for (const until = performance.now() + neverMs; performance.now() < until; ) {
      const answer = await this.call(what, send)
      const isLocked = answer?.status === 409 && String(answer.body?.error).includes('locked')
      if (answer !== undefined && !isLocked && answer.status !== 429) return answer
      await wait(random.between(20, 400))
    }
    this.violate(`${what} was tried for ${neverMs / 1_000} s in vain`)
    return undefined
  }

  /** Counts and drops the failures during injected faults, so that others have room. */
  forgive(injected: readonly Injected[]): void {
    const isForgiven = ({ from, to }: Trouble): boolean => injected.some((one) => from <= one.to && to >= one.from)
    const left = this.#troubles.filter((trouble) => !isForgiven(trouble))
    this.forgiven += this.#troubles.length - left.length
    this.#troubles = left
  }

  /** Returns the failures outside of injected faults. */
  check(injected: readonly Injected[]): string[] {
    this.forgive(injected)
    return [...this.violations, ...this.#troubles.map(({ what }) => what)]
  }

  /** Records a failure that an injected fault may explain. */
  fail(what: string, from: number): void {
    if (this.#troubles.length < maxKept) this.#troubles.push({ what, from, to: performance.now() })
  }
}
