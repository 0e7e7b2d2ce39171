import type { Request } from './http-client.ts'
import { months, type Store } from './large.ts'
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

/** Goals of a call beside the same call in the small store, and of what it reads from the disk. */
const goals = { capture: { times: 1.2, kb: 30 }, read: { times: 1.3, kb: 20 } }

/** Measures captures and reads by 32 clients in both stores: in the large one of its last month, and of any day. */
export async function benchCalls({ small, large }: Stores, captures: number, reads: number, isMany: boolean) {
  const capture = (store: Store, from: string[], of: string) =>
    callsOf(store, `captures${of}`, captures, (count) => from.splice(0, count).map(captureRequest))
  const read = (store: Store, last: number, of: string) => callsOf(store, `reads${of}`, reads, readsOf(store, last))
  const counted = {
    captures: capture(small, small.toCapture, ''),
    capturesOfMonth: capture(large, large.toCaptureOfMonth, ' of the last month'),
    capturesOfYear: withoutWarmUp(capture(large, large.toCapture, ' of older months')),
    reads: read(small, months, ''),
    readsOfMonth: read(large, 1, ' of the last month'),
    readsOfYear: withoutWarmUp(read(large, months, ' of any day')),
  }
  const phases = Object.fromEntries(Object.entries(counted).map(([name, { phase }]) => [name, phase]))
  const measured = (await inTurns(phases)) as Record<keyof typeof counted, Measured>
  const figuresOf = (name: keyof typeof counted, beside: Measured, { times, kb }: typeof goals.read): Figure[] => [
    {
      name: `${measured[name].name}, times as slow as among ${small.name}`,
      unit: '×',
      value: beside.perSecond / measured[name].perSecond,
      ...(isMany ? { goal: { atMost: times } } : {}),
    },
    {
      name: `${measured[name].name}, read from the disk by each`,
      unit: 'KB',
      value: counted[name].callKb(),
      ...(isMany ? { goal: { atMost: kb } } : {}),
    },
  ]
  return {
    figures: [
      ...figuresOf('capturesOfMonth', measured.captures, goals.capture),
      ...figuresOf('capturesOfYear', measured.captures, goals.capture),
      ...figuresOf('readsOfMonth', measured.reads, goals.read),
      ...figuresOf('readsOfYear', measured.reads, goals.read),
    ],
    loads: Object.values(measured),
  }
}

/** A phase, and how much one of its calls reads from the machine's disks. */
interface Counted {
  readonly phase: Phase
  /** The median of the rounds, in KB. */
  callKb(): number
}

function callsOf(store: Store, what: string, calls: number, requests: (count: number) => readonly Request[]): Counted {
  const phase = overHttp(store, `${what}, ${store.name}`, { clients: 32, calls }, requests)
  const kilobytes: number[] = []
  const run = async () => {
    const before = diskReadKb()
    const result = await phase.run()
    kilobytes.push((diskReadKb() - before) / calls)
    return result
  }
  return { phase: { ...phase, run }, callKb: () => median(kilobytes) }
}

/** The same service has been warmed up by another phase. */
function withoutWarmUp({ phase: { name, clients, run }, callKb }: Counted): Counted {
  return { phase: { name, clients, run }, callKb }
}

// A prime: steps of this size meet each payment once before they meet one again, so no earlier answer is read.
const step = 6_700_417

/** Returns a function that returns reads of payments of the year's last months, in no order. */
function readsOf({ year }: Store, last: number): (count: number) => readonly Request[] {
  const all = year.payments + year.toCapture
  const from = Math.floor((all * (months - last)) / months)
  let taken = 0
  return (count) =>
    Array.from({ length: count }, () => {
      taken += 1
      return readRequest(idAt(year, from + ((taken * step) % (all - from))))
    })
}
