import type { Request } from './http-client.ts'
import type { Store } from './large.ts'
import { idAt } from './large-seed.ts'
import { type Figure, median } from './measure.ts'
import { overHttp } from './payment-phases.ts'
import { captureRequest, readRequest } from './requests.ts'
import { inTurns, type Measured, type Phase } from './rounds.ts'
import { diskReadKb } from './server-memory.ts'

interface Stores {
  readonly small: Store
  readonly large: Store
}

/** Measures captures and reads by 32 clients in both stores: in the large one of its last month, and of any day. */
export async function benchCalls({ small, large }: Stores, captures: number, reads: number, isMany: boolean) {
  const capture = (store: Store, from: string[], of: string, warmUp?: number) =>
    callsOf(store, `captures${of}`, captures, (count) => from.splice(0, count).map(captureRequest), warmUp)
  const read = (store: Store, months: number, of: string, warmUp?: number) =>
    callsOf(store, `reads${of}`, reads, (count) => Array.from({ length: count }, () => anyRead(store, months)), warmUp)
  const counted = {
    captures: capture(small, small.toCapture, ''),
    capturesOfMonth: capture(large, large.toCaptureOfMonth, ' of the last month'),
    capturesOfYear: capture(large, large.toCapture, ' of any day', 0),
    reads: read(small, 12, ''),
    readsOfMonth: read(large, 1, ' of the last month'),
    readsOfYear: read(large, 12, ' of any day', 0),
  }
  const phases = Object.fromEntries(Object.entries(counted).map(([name, { phase }]) => [name, phase]))
  const measured = (await inTurns(phases)) as Record<keyof typeof counted, Measured>
  const goal = (atMost: number) => (isMany ? { goal: { atMost } } : {})
  const figuresOf = (
    what: string,
    name: keyof typeof counted,
    beside: Measured,
    times: number,
    kb: number,
  ): Figure[] => [
    {
      name: `${what}, at ${large.name} against ${small.name}`,
      unit: '×',
      value: beside.perSecond / measured[name].perSecond,
      ...goal(times),
    },
    { name: `${what}, at ${large.name}, read from the disk`, unit: 'KB', value: counted[name].callKb(), ...goal(kb) },
  ]
  return {
    figures: [
      ...figuresOf('a capture of the last month', 'capturesOfMonth', measured.captures, 1.2, 30),
      ...figuresOf('a capture of any day', 'capturesOfYear', measured.captures, 1.2, 30),
      ...figuresOf('a read of the last month', 'readsOfMonth', measured.reads, 1.3, 20),
      ...figuresOf('a read of any day', 'readsOfYear', measured.reads, 1.3, 20),
    ],
    loads: Object.values(measured),
  }
}

/** A phase, and how much one of its calls reads from the disk. */
interface Counted {
  readonly phase: Phase
  /** The median of the rounds, in KB. */
  callKb(): number
}

function callsOf(
  store: Store,
  what: string,
  calls: number,
  requests: (count: number) => readonly Request[],
  warmUp?: number,
): Counted {
  const phase = overHttp(
    store,
    `${what}, ${store.name}`,
    { clients: 32, calls, ...(warmUp === 0 && { warmUp }) },
    requests,
  )
  const kilobytes: number[] = []
  return {
    phase: {
      ...phase,
      async run() {
        const before = diskReadKb()
        const result = await phase.run()
        kilobytes.push((diskReadKb() - before) / calls)
        return result
      },
    },
    callKb: () => median(kilobytes),
  }
}

/** Reads any payment of the year's last months. */
function anyRead({ year }: Store, months: number): Request {
  const all = year.payments + year.toCapture
  const from = Math.floor((all * (12 - months)) / 12)
  return readRequest(idAt(year, from + Math.floor(Math.random() * (all - from))))
}
