import type { RunningProcess } from '../testkit/processes.ts'
import type { Random } from '../testkit/random.ts'
import type { Breakage } from './breakages.ts'
import type { CitusServer } from './citus-server.ts'
import type { LinearTally } from './linear.ts'
import type { Progress } from './progress.ts'
import type { StartTimes } from './restarts.ts'

/** The surroundings of a proof. */
export interface Context {
  readonly seed: number
  readonly isQuick: boolean
  /** The guard that was removed from the service, when the proof tests itself. */
  readonly breakage: Breakage | undefined
  /** Makes an empty database on the server that all proofs share. Returns its address. */
  createDatabase(name: string): Promise<string>
  /** The server that all proofs share, if it is a Citus cluster. Each database on it is a store with shards. */
  readonly citus: CitusServer | undefined
  /** Starts the service, or another version in its folder, as its own process. The caller stops it. */
  startService(env: NodeJS.ProcessEnv, folder?: string): RunningProcess
  /** Calls `end` at every end of the run. */
  atEnd(end: () => void): void
  /** A folder that is removed at the end. */
  readonly folder: string
  /** The results of all histories that this run has recorded so far. */
  readonly linear: LinearTally
  readonly progress: Progress
  /** The soak's length and faults, if it is shortened. */
  readonly soak: { readonly minutes?: number; readonly faults?: readonly string[] }
  /** The version that an upgrade begins with, if it is not the newest one before this. */
  readonly from: string | undefined
  /** Returns the size of this run. */
  size(quick: number, full: number): number
  random(label: string): Random
  /** The start times on this machine, measured at the first call. */
  startTimes(): Promise<StartTimes>
}

/** The result of a proof. */
export interface Verdict {
  /** Counts for the report, by name. */
  readonly counts: Readonly<Record<string, number | string>>
  /** Empty if the proof holds. */
  readonly violations: readonly string[]
  /** The reason why this machine could not run it. */
  readonly leftOut?: string
  /** The result of the histories that it recorded, all of them checked. */
  readonly linear?: LinearTally
}

export interface Proof {
  readonly id: string
  /** The case, for the report. */
  readonly title: string
  run(context: Context): Promise<Verdict>
}
