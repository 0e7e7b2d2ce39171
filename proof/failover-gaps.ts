/** The times of a failover: its begin, a new primary, its first commit, and the first answer of the last service. */
interface Gap {
  readonly from: number
  readonly primaryAt: number
  /** Later than `primaryAt`: a commit is acknowledged only when a standby has it. */
  readonly acknowledgedAt: number
  readonly servedAt: number
}

/** The limit, in milliseconds, to serve from a new primary. On a slow machine it is a multiple of a plain restart. */
const promisedMs = 3_000
const multiple = 4

/** How long changes were impossible, by kind of failure, and the services' own part of that time. */
export class Gaps {
  readonly violations: string[] = []
  readonly #allowedMs: number
  readonly #byEvent = new Map<string, Gap[]>()

  constructor(plainRestartMs: number) {
    this.#allowedMs = Math.max(promisedMs, multiple * plainRestartMs)
  }

  note(event: string, gap: Gap): void {
    this.#byEvent.set(event, [...(this.#byEvent.get(event) ?? []), gap])
    const tookMs = gap.servedAt - gap.acknowledgedAt
    if (tookMs > this.#allowedMs)
      this.violations.push(`${event}: served ${Math.round(tookMs)} ms after a new primary acknowledged commits`)
  }

  /** Returns medians and maximums for the report. */
  counts(): Record<string, string> {
    const all = [...this.#byEvent.values()].flat()
    const after = all.map(({ acknowledgedAt, servedAt }) => Math.max(0, servedAt - acknowledgedAt))
    const alone = all.map(({ primaryAt, acknowledgedAt }) => acknowledgedAt - primaryAt)
    const lasted = [...this.#byEvent].map(([event, gaps]): [string, string] => {
      const took = gaps.map(({ from, servedAt }) => servedAt - from)
      return [event, `× ${gaps.length} (${inSeconds(medianOf(took))} s, at most ${inSeconds(Math.max(...took))} s)`]
    })
    const [median, longest, allowed] = [medianOf(after), Math.max(...after), this.#allowedMs].map(inMs)
    return {
      ...Object.fromEntries(lasted),
      'a new primary without a standby for': `${inMs(medianOf(alone))} ms, at most ${inMs(Math.max(...alone))} ms`,
      'served from a new primary after': `${median} ms, at most ${longest} ms, allowed ${allowed} ms`,
    }
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}

function inMs(ms: number): string {
  return Math.round(ms).toLocaleString('en')
}
