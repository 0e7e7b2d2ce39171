import type { Check } from '../../../rehearsal/certificate/checks.ts'
import type { ScenarioName } from '../../../rehearsal/certificate/facts.ts'
import { usualPace } from '../../../rehearsal/certificate/rehearsal.ts'
import { ordersOf } from '../../../rehearsal/certificate/scenes.ts'
import type { CertificateAnswer } from './service-client.ts'

type Run = CertificateAnswer['certificate']

/** Prints the progress of a run: each scenario's duration and the checks it decided. */
export class Progress {
  readonly #tell: (line: string) => void
  readonly #begunAt = new Map<ScenarioName, number>()
  readonly #ended = new Set<ScenarioName>()
  #names: readonly ScenarioName[] = []
  #checks: readonly Check[] = []

  constructor(tell: (line: string) => void) {
    this.#tell = tell
  }

  /** Prints the number of scenarios and the shortest duration. */
  begin({ seed, scenarios }: Run, idleMs: number): void {
    const leastMs = scenarios.length * idleMs
    const least = leastMs < 120_000 ? `${Math.ceil(leastMs / 1_000)} s` : `${Math.ceil(leastMs / 60_000)} minutes`
    const count = scenarios.length === 1 ? '1 scenario ends' : `${scenarios.length} scenarios end, each`
    this.#tell(
      `seed ${seed}: ${count} after ${idleMs / 1_000} s in which nothing happens, which takes at least ${least}`,
    )
  }

  /** Updates the progress from the run's current state. */
  update({ scenarios, checks }: Run): void {
    this.#names = scenarios.map(({ name }) => name)
    for (const { name, status } of scenarios) {
      if (status !== 'to_come' && !this.#begunAt.has(name)) this.#begunAt.set(name, performance.now())
      if (status !== 'finished' || this.#ended.has(name)) continue
      this.#ended.add(name)
      const seconds = Math.round((performance.now() - (this.#begunAt.get(name) ?? 0)) / 1_000)
      const why = seconds * 1_000 < usualPace.longestMs ? '' : `: ${whyLong(name)}`
      this.#tell(`${this.placeOf(name)}: ended after ${seconds} s${why}${this.#decided(checks)}`)
    }
  }

  /** Returns the position of a scenario, such as `3 of 18 conflict`. */
  placeOf(name: ScenarioName): string {
    return `${this.#names.indexOf(name) + 1} of ${this.#names.length} ${name}`
  }

  #decided(checks: readonly Check[]): string {
    const before = new Map(this.#checks.map((check) => [check.check, check]))
    const passed = checks.filter(({ check, result }) => result === 'passed' && before.get(check)?.result !== 'passed')
    const found = checks.filter(({ check, findings }) => findings.length > (before.get(check)?.findings.length ?? 0))
    this.#checks = checks
    const named = (all: readonly Check[]): string => all.map(({ check }) => check).join(', ')
    return `${passed.length > 0 ? `; passed ${named(passed)}` : ''}${found.length > 0 ? `; findings in ${named(found)}` : ''}`
  }
}

function whyLong(name: ScenarioName): string {
  const busy = 'something happened to its payments all the time'
  const orders = ordersOf(name)
  return orders === 1 ? busy : `${busy}, or fewer than ${orders} sessions were opened`
}
