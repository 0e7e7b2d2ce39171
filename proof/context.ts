import type { RunningProcess } from '../testkit/processes.ts'
import type { Random } from '../testkit/random.ts'
import type { Breakage } from './breakages.ts'
import type { CitusServer } from './citus-server.ts'
import type { LinearTally } from './linear.ts'
import type { Progress } from './progress.ts'
import type { StartTimes } from './restarts.ts'

/** What a proof is given. */
export interface Context {
  readonly seed: number
  readonly isQuick: boolean
  /** What was taken out of the service, where the proof itself is being proved. */
  readonly breakage: Breakage | undefined
  /** Makes an empty database on a server that lives through all proofs, and answers its address. */
  createDatabase(name: string): Promise<string>
  /** The server that lives through all proofs where it is a cluster with Citus, on which each database is a store in shards. */
  readonly citus: CitusServer | undefined
  /** Starts the service as a process of its own, or another version's in its folder. The caller stops it. */
  startService(env: NodeJS.ProcessEnv, folder?: string): RunningProcess
  /** Calls it when the run ends, whichever way that is. */
  atEnd(end: () => void): void
  /** A folder that is removed at the end. */
  readonly folder: string
  /** What was found in the histories that this run has recorded so far. */
  readonly linear: LinearTally
  readonly progress: Progress
  /** Where the soak is cut short, or does without some faults. */
  readonly soak: { readonly minutes?: number; readonly faults?: readonly string[] }
  /** What an upgrade begins with, where it is not the newest version before this one. */
  readonly from: string | undefined
  /** The size of this run. */
  size(quick: number, full: number): number
  random(label: string): Random
  /** What starts take on this machine; measured when it is first asked for. */
  startTimes(): Promise<StartTimes>
}

/** The result of a proof. */
export interface Verdict {
  /** Counts of what was done, by name. */
  readonly counts: Readonly<Record<string, number | string>>
  /** Empty if the proof holds. */
  readonly violations: readonly string[]
  /** Why this machine could not run it. */
  readonly leftOut?: string
  /** The histories that it recorded, all of them looked into. */
  readonly linear?: LinearTally
}

export interface Proof {
  readonly id: string
  /** What is done and must hold, for the report. */
  readonly title: string
  run(context: Context): Promise<Verdict>
}
