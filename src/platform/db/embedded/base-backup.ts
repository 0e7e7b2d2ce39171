import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { minute, second } from '../../base/times.ts'
import { UnusableDatabase } from '../unusable.ts'
import type { ServerUser } from './server-user.ts'

/** Who wants to know how far a copy is, in bytes. What it throws ends the copy. */
export interface CopyWatcher {
  /** Before the first byte. */
  onTotal(bytes: number): void
  onProgress(bytes: number): void
}

/** How long a server may be silent before it is given up. */
interface Patience {
  readonly connectMs: number
  readonly copyMs: number
}

// It says nothing during its checkpoint, which writes down all that it holds in memory, on a slow disk too.
const usualPatience: Patience = { connectMs: 30 * second, copyMs: 15 * minute }

/**
 * Copies the files of a server into an empty folder while it serves, all that it takes to start on them, by the server's own command for
 * that. They are as the database was at the end. Refuses pages that are not what was written, and says where. What is written meanwhile is
 * kept by the server until the end of the copy or of this process.
 */
export async function receiveBaseBackup(
  connection: pg.PoolConfig,
  folder: string,
  user: ServerUser | undefined,
  watcher: CopyWatcher,
  patience = usualPatience,
): Promise<void> {
  const socket = new Socket()
  const name = { application_name: `qist backup ${process.pid}` }
  const options = { ...connection, ...name, replication: 'true', stream: () => socket }
  const client = new pg.Client(options)
  // No other command needs it.
  const { x: extract } = await import('tar')
  const warnings: string[] = []
  client.on('notice', ({ severity, message }) => void (severity === 'WARNING' && message && warnings.push(message)))
  // Whoever is asking is told.
  client.on('error', () => undefined)
  try {
    limitSilence(socket, patience.connectMs)
    await client.connect()
    socket.setTimeout(patience.copyMs)
    await client.query(`CREATE_REPLICATION_SLOT qist_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`)
    const copy = new BaseBackup(watcher)
    client.query(copy)
    await Promise.all([copy.ended, pipeline(copy.archive, extract({ cwd: folder, strict: true, ...user }))])
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) && !isOfConnection(error)) throw error
    const message = [error.message, ...warnings].join('; ')
    throw new UnusableDatabase(`The database cannot be copied: ${message}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Gives the server up when nothing has come from it for so long. */
export function limitSilence(socket: Socket, limitMs: number): void {
  socket.setTimeout(limitMs)
  socket.on('timeout', () => {
    const silentMs = socket.timeout ?? limitMs
    // It is not asked for more until what has come is written.
    if (socket.isPaused()) socket.setTimeout(silentMs)
    else socket.destroy(new UnusableDatabase(`The database cannot be copied: silent for ${silentMs / second} s`))
  })
}

function isOfConnection(error: unknown): error is Error {
  return error instanceof Error && /^(Connection terminated|read E|write EPIPE)/.test(error.message)
}

// Capitals only: these are no SQL. With the log that was written meanwhile, so that the copy stands for itself; a checkpoint at once, since an operator waits.
const command = `BASE_BACKUP (LABEL 'qist', PROGRESS true, CHECKPOINT 'fast', WAL true, MANIFEST 'no')`

/** One run of the command, as the driver hands it what the server answers (PostgreSQL's documentation, "Streaming Replication Protocol"). */
export class BaseBackup {
  /** The only archive there is: tablespaces, which would have one each, are refused. */
  readonly archive = new PassThrough({ highWaterMark: 1024 * 1024 })
  readonly #watcher: CopyWatcher
  readonly #end = Promise.withResolvers<void>()
  readonly ended = this.#end.promise
  #columns: string[] = []

  constructor(watcher: CopyWatcher) {
    this.#watcher = watcher
  }

  submit(connection: pg.Connection): void {
    // What has failed while the archive was full is never drained, and a connection that is paused never ends.
    this.archive.once('close', () => connection.stream.resume())
    connection.query(command)
  }

  handleRowDescription({ fields }: { fields: readonly { name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name)
  }

  handleDataRow({ fields }: { fields: readonly unknown[] }): void {
    const row = new Map(this.#columns.map((column, index) => [column, fields[index]]))
    if (!row.has('spclocation')) return
    this.#attempt(() => {
      if (row.get('spclocation') !== null)
        throw new UnusableDatabase('The database has tablespaces, which are not copied')
      this.#watcher.onTotal(Number(row.get('size')) * 1024)
    })
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    if (this.archive.destroyed) return
    const kind = chunk.toString('latin1', 0, 1)
    if (kind === 'p') this.#attempt(() => this.#watcher.onProgress(Number(chunk.readBigInt64BE(1))))
    if (kind !== 'd') return
    // The driver goes on to use its buffer.
    if (this.archive.write(Buffer.from(chunk.subarray(1))) || stream.isPaused()) return
    stream.pause()
    this.archive.once('drain', () => stream.resume())
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#fail(error)
  }

  handleReadyForQuery(): void {
    this.archive.end()
    this.#end.resolve()
  }

  // Thrown to the driver, it would end the process.
  #attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#end.reject(error)
    this.archive.destroy()
  }
}
