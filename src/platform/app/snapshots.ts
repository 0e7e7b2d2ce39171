import type { Instant } from '../base/times.ts'

/** What a throw-away sandbox has kept. */
export interface SnapshotsState {
  readonly snapshots: readonly { readonly name: string; readonly takenAt: Instant }[]
  /** How often the service has started. Each snapshot that is taken or restored is one start. */
  readonly starts: number
  /** Why the last snapshot was not taken or restored. */
  readonly failure: string | undefined
}

/**
 * The kept states of a throw-away sandbox. To take or restore one, the service ends its work and starts again; the call
 * that asks for it is still answered.
 */
export interface Snapshots {
  state(): SnapshotsState
  /** Whether one is being taken or restored. */
  isBusy(): boolean
  /** Keeps the whole state under the name, in place of an earlier one. */
  take(name: string): void
  restore(name: string): void
  remove(name: string): void
}
