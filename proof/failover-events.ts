import { killAll } from '../testkit/process-table.ts'
import type { Random } from '../testkit/random.ts'
import type { ClusterNode } from './cluster-node.ts'
import type { Context } from './context.ts'

/** A way for a cluster to lose its primary. */
export interface FailoverEvent {
  /** Its name in the report. */
  readonly name: string
  /** How often it happens, in the short and in the full form. */
  readonly quick: number
  readonly full: number
  /** Makes it happen. */
  inject(primary: ClusterNode, nodes: readonly ClusterNode[]): Promise<FailoverOutcome>
  /** Undoes the failure once another server is the primary, unless it ends by itself. */
  mend(primary: ClusterNode): void | Promise<void>
}

interface FailoverOutcome {
  /** Servers that may become the next primary. */
  readonly successors: readonly ClusterNode[]
  /** Resolves when a requested switchover has been answered. */
  readonly answered?: Promise<void>
}

const failoverEvents: readonly FailoverEvent[] = [
  {
    name: 'kills',
    quick: 1,
    full: 10,
    async inject(primary, nodes) {
      await primary.kill(false)
      return { successors: nodes }
    },
    mend: () => undefined,
  },
  {
    name: 'kills with Patroni',
    quick: 1,
    full: 10,
    async inject(primary, nodes) {
      await primary.kill(true)
      return { successors: othersThan(primary, nodes) }
    },
    mend: (primary) => primary.startPatroni(),
  },
  {
    name: 'switchovers',
    quick: 1,
    full: 10,
    async inject(primary, nodes) {
      const answered = switchOver(primary)
      // Awaited once another server is the primary; until then a failure is not reported.
      answered.catch(() => undefined)
      return { successors: othersThan(primary, nodes), answered }
    },
    mend: () => undefined,
  },
  {
    name: 'freezes',
    quick: 1,
    full: 1,
    async inject(primary, nodes) {
      killAll(primary.postgresPids(), 'SIGSTOP')
      return { successors: othersThan(primary, nodes) }
    },
    mend: (primary) => killAll(primary.postgresPids(), 'SIGCONT'),
  },
  {
    name: 'cuts from etcd',
    quick: 0,
    full: 1,
    async inject(primary, nodes) {
      primary.wayToEtcd.freeze('silent')
      return { successors: othersThan(primary, nodes) }
    },
    mend: (primary) => primary.wayToEtcd.thaw(),
  },
]

/** Returns the events of this run: kills with and without Patroni by turns, the others at random among them. */
export function planFailovers({ size }: Context, random: Random): FailoverEvent[] {
  const planned = failoverEvents.flatMap((event) => Array<FailoverEvent>(size(event.quick, event.full)).fill(event))
  const kills = planned.filter(({ name }) => name.startsWith('kills'))
  const byTurns = kills.map((_, index) => kills[(index % 2) * Math.ceil(kills.length / 2) + Math.floor(index / 2)])
  const shuffled = planned
    .map((event) => ({ event, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event)
  return shuffled.map((event) => (event.name.startsWith('kills') ? (byTurns.shift() ?? event) : event))
}

async function switchOver(primary: ClusterNode): Promise<void> {
  const { status, text } = await primary.ask('POST', '/switchover', { leader: primary.name })
  if (status !== 200) throw new Error(`Patroni did not switch over: ${status} ${text}`)
}

function othersThan(primary: ClusterNode, nodes: readonly ClusterNode[]): ClusterNode[] {
  return nodes.filter((node) => node !== primary)
}
