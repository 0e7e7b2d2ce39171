import type { Snapshots, SnapshotsState } from '../../../platform/app/snapshots.ts'
import type { RunningService } from '../../processes/open-alone.ts'
import { SnapshotFolder } from './snapshot-folder.ts'

/** Ports of the two regions; 0: any free one. */
export interface Ports {
  readonly PORT: string
  readonly KSA_PORT: string
}

interface KeptServiceOptions {
  readonly dataDir: string
  open(ports: Ports, snapshots: Snapshots): Promise<RunningService>
  /** The service could not be opened again. */
  onLost(error: unknown): void
}

/**
 * The service of a throw-away sandbox, with snapshots of its data. It is closed while one is taken or restored, so that
 * every part of the state is in the folder, and nothing of an earlier state stays in memory.
 */
export class KeptService implements Snapshots {
  readonly #options: KeptServiceOptions
  readonly #folder: SnapshotFolder
  #service: RunningService | undefined
  #starts = 0
  #failure: string | undefined
  #restart: Promise<void> | undefined
  #isClosing = false

  constructor(options: KeptServiceOptions) {
    this.#options = options
    this.#folder = new SnapshotFolder(options.dataDir)
  }

  async open(ports: Ports): Promise<RunningService['addresses']> {
    this.#service = await this.#options.open(ports, this)
    this.#starts += 1
    return this.#service.addresses
  }

  /** Closes the service, after a snapshot that is being taken or restored. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#restart
    await this.#service?.close()
  }

  state(): SnapshotsState {
    return { snapshots: this.#folder.list(), starts: this.#starts, failure: this.#failure }
  }

  isBusy(): boolean {
    return this.#restart !== undefined || this.#isClosing
  }

  take(name: string): void {
    this.#restartAround(() => this.#folder.take(name))
  }

  restore(name: string): void {
    this.#restartAround(() => this.#folder.restore(name))
  }

  remove(name: string): void {
    this.#folder.remove(name)
  }

  #restartAround(work: () => void): void {
    const restart = async (): Promise<void> => {
      const ports = portsOf(this.#service)
      await this.#service?.close()
      this.#service = undefined
      try {
        work()
        this.#failure = undefined
      } catch (error) {
        this.#failure = String(error)
      }
      await this.open(ports)
    }
    this.#restart = restart()
      .catch(this.#options.onLost)
      .finally(() => {
        this.#restart = undefined
      })
  }
}

/** Returns the ports at which the service is served, so that it gets them again. */
function portsOf(service: RunningService | undefined): Ports {
  const portOf = (region: string): string => {
    const address = service?.addresses.find((one) => one.region === region)
    return address === undefined ? '0' : new URL(address.baseUrl).port
  }
  return { PORT: portOf('uae'), KSA_PORT: portOf('ksa') }
}
