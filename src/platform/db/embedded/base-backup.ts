import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { minute, second } from '../../base/times.ts'
import { UnusableDatabase } from '../unusable.ts'
import type { ServerUser } from './server-user.ts'

/** Watches the progress of a copy, in bytes. An error that it throws ends the copy. */
export interface CopyWatcher {
  /** Before the first byte. */
  onTotal(bytes: number): void
  onProgress(bytes: number): void
}

/** How long the server may be silent. */
interface Patience {
  readonly connectMs: number
  readonly copyMs: number
}

// The server is silent during its checkpoint, which writes all changed pages, and the disk may be slow.
const usualPatience: Patience = { connectMs: 30 * second, copyMs: 15 * minute }

/**
 * Copies the files of a running server into an empty folder by the server's own command. The copy can be started and
 * is the database as of the end of the copy. Refuses damaged pages and names them. The server keeps its log of
 * writes until the end of the copy or of this process.
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
  // Loaded here because no other command needs it.
  const { x: extract } = await import('tar')
  const warnings: string[] = []
  client.on('notice', ({ severity, message }) => void (severity === 'WARNING' && message && warnings.push(message)))
  // The statement fails with the error. Without this handler it would also end the process.
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

/** Destroys the socket if nothing arrives for `limitMs`. */
export function limitSilence(socket: Socket, limitMs: number): void {
  socket.setTimeout(limitMs)
  socket.on('timeout', () => {
    const silentMs = socket.timeout ?? limitMs
    // A paused socket waits for our own writes, so silence is no failure.
    if (socket.isPaused()) socket.setTimeout(silentMs)
    else socket.destroy(new UnusableDatabase(`The database cannot be copied: silent for ${silentMs / second} s`))
  })
}

function isOfConnection(error: unknown): error is Error {
  return error instanceof Error && /^(Connection terminated|read E|write EPIPE)/.test(error.message)
}

// In capitals, because these are replication commands and no SQL. WAL: the copy includes the log of its own time.
// The checkpoint is immediate, because an operator waits.
const command = `BASE_BACKUP (LABEL 'qist', PROGRESS true, CHECKPOINT 'fast', WAL true, MANIFEST 'no')`

/**
 * One run of the command, as the driver hands it what the server answers (PostgreSQL's documentation, "Streaming
 * Replication Protocol").
 */
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
    // After a failure a full archive is never drained, and a paused connection would never end.
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
    // Copied, because the driver reuses its buffer.
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

  // An error that is thrown into the driver would end the process.
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
