import { workersAtOnce } from '../testkit/parallel.ts'
import { newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { Life, lifeLength } from './random-life.ts'
import { openTestEnvironment } from './test-environment.ts'

const atOnce = 16
/**
 * The service's clock runs while the commands are sent, the model's does not. The model keeps two minutes away from
 * every due time. A life that takes longer than this on a slow machine is replaced by another one.
 */
const maxLifeMs = 90_000

/** Each life has its own merchant, and a sandbox may have 10,000 used ones. */
const livesEach = 9_000

/** P7: compares random lives of payments, disputes and the merchant's clock with the model, command by command. */
export async function run(context: Context): Promise<Verdict> {
  const target = context.size(250, 50_000)
  const judged = new JudgedBody(context, target)
  for (let set = 1; !judged.isOver; set += 1) await liveSet(context, judged, set)
  return judged.verdict()
}

/** The results of the lives so far. */
class JudgedBody {
  readonly violations: string[] = []
  #begun = 0
  #accepted = 0
  #tooSlow = 0
  readonly #context: Context
  readonly #target: number

  constructor(context: Context, target: number) {
    this.#context = context
    this.#target = target
  }

  get isOver(): boolean {
    return this.#begun >= this.#target + this.#tooSlow || this.violations.length >= 5
  }

  begin(): number {
    this.#begun += 1
    return this.#begun
  }

  /** A difference that no slowness explains counts, however long the life took. */
  judge(number: number, life: Life, wrong: string | undefined, tookMs: number): void {
    if (tookMs > maxLifeMs && !life.isBroken) {
      this.#tooSlow += 1
      if (this.#tooSlow > this.#target) throw new Error('this machine is too slow for a life to be judged')
      return
    }
    this.#accepted += life.accepted
    this.#context.progress(this.#begun, this.#target + this.#tooSlow, 'lives')
    if (wrong !== undefined) this.violations.push(`life ${number}: ${wrong}`)
  }

  verdict(): Verdict {
    const lives = this.#begun - this.#tooSlow
    const counts = { lives, 'commands each': lifeLength, 'commands accepted': this.#accepted }
    const slow = this.#tooSlow === 0 ? {} : { 'lives too slow to be judged': this.#tooSlow }
    return { counts: { ...counts, ...slow }, violations: this.violations }
  }
}

/** Plays as many lives as one sandbox has room for, several at once. */
async function liveSet(context: Context, judged: JudgedBody, set: number): Promise<void> {
  const environment = await openTestEnvironment(context, set === 1 ? 'p7' : `p7_${set}`, { connections: atOnce })
  let left = livesEach
  const worker = async (_: number, over: AbortSignal): Promise<void> => {
    while (left > 0 && !judged.isOver && !over.aborted) {
      left -= 1
      const number = judged.begin()
      const { keys } = await newMerchant(environment.client)
      const life = new Life(environment.client.as(keys.live.secret), context.random(`p7 life ${number}`))
      const startedAt = performance.now()
      judged.judge(number, life, await life.live(), performance.now() - startedAt)
    }
  }
  try {
    await workersAtOnce(atOnce, worker)
    judged.violations.push(...(await environment.records.checkIntegrity()))
  } finally {
    await environment.close()
  }
}
