/** When a failover began, when another primary was there, and when the last service served from it. */
interface Gap {
  readonly from: number
  readonly primaryAt: number
  readonly servedAt: number
}

/** So soon a service has to serve from a new primary; on a slow machine within so many times what a plain restart takes. */
const promisedMs = 3_000
const multiple = 4

/** How long nothing could be changed, by what befell the primary, and how much of that the services themselves took. */
export class Gaps {
  readonly violations: string[] = []
  readonly #allowedMs: number
  readonly #byEvent = new Map<string, Gap[]>()

  constructor(plainRestartMs: number) {
    this.#allowedMs = Math.max(promisedMs, multiple * plainRestartMs)
  }

  note(event: string, gap: Gap): void {
    this.#byEvent.set(event, [...(this.#byEvent.get(event) ?? []), gap])
    const tookMs = gap.servedAt - gap.primaryAt
    if (tookMs > this.#allowedMs)
      this.violations.push(`${event}: served ${Math.round(tookMs)} ms after a new primary was there`)
  }

  /** For the report: medians and the longest. */
  counts(): Record<string, string> {
    const all = [...this.#byEvent.values()].flat()
    const after = all.map(({ primaryAt, servedAt }) => servedAt - primaryAt)
    const lasted = [...this.#byEvent].map(([event, gaps]): [string, string] => {
      const took = gaps.map(({ from, servedAt }) => servedAt - from)
      return [event, `× ${gaps.length} (${inSeconds(medianOf(took))} s, at most ${inSeconds(Math.max(...took))} s)`]
    })
    const [median, longest, allowed] = [medianOf(after), Math.max(...after), this.#allowedMs].map(inMs)
    return {
      ...Object.fromEntries(lasted),
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
