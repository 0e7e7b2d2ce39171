import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { listen } from './listen.ts'

/** The address of a PostgreSQL for `pg`: a host name, or the folder of its socket. */
interface ProxyTarget {
  readonly host?: string | undefined
  readonly port?: number | undefined
}

interface ProxyOptions {
  /** Whether the proxy itself closes a connection when one side ends, as in a network with a working path back. */
  readonly answersEnds?: boolean
}

/** Opens a proxy on a free port of 127.0.0.1. */
export async function openFreezingProxy(target: ProxyTarget, options: ProxyOptions = {}): Promise<FreezingProxy> {
  const proxy = new FreezingProxy(target, options)
  await proxy.listen()
  return proxy
}

interface Pair {
  readonly client: Socket
  readonly database: Socket | undefined
  isFrozen: boolean
}

interface Trap {
  readonly statement: string
  readonly arrives: boolean
  spring(): void
}

/**
 * A proxy in front of the database that can fall silent like a NAT that drops its state: nothing passes, and no side is
 * notified.
 */
export class FreezingProxy {
  /** The number of connections accepted so far. */
  accepted = 0
  readonly #listener: Server
  readonly #pairs = new Set<Pair>()
  #port = 0
  #areNewSilent = false
  #isHeld = false
  #trap: Trap | undefined

  constructor({ host = '127.0.0.1', port = 5432 }: ProxyTarget, { answersEnds = false }: ProxyOptions) {
    const target: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
    const allowHalfOpen = !answersEnds
    this.#listener = createServer({ allowHalfOpen }, (client) => {
      const database = this.#areNewSilent ? undefined : connect({ ...target, allowHalfOpen })
      this.#add({ client, database, isFrozen: this.#areNewSilent })
    })
  }

  async listen(): Promise<void> {
    this.#port = await listen(this.#listener)
  }

  get port(): number {
    return this.#port
  }

  /** The number of connections that are open on the client's side. */
  get open(): number {
    return this.#open().length
  }

  /** The number of open connections that pass data. */
  get passing(): number {
    return this.#open().filter(({ isFrozen }) => !isFrozen).length
  }

  /** The number of open connections that are silent. */
  get frozen(): number {
    return this.#open().filter(({ isFrozen }) => isFrozen).length
  }

  /** The number of silent connections that the database still keeps. */
  get frozenAtDatabase(): number {
    return [...this.#pairs].filter(({ isFrozen, database }) => isFrozen && database?.destroyed === false).length
  }

  /**
   * Silences all current connections for good: no data and no end passes. New connections work. With `newOnes:
   * 'silent'` they are accepted and never answered, until `thaw`.
   */
  freeze(newOnes: 'work' | 'silent' = 'work'): void {
    this.#areNewSilent = newOnes === 'silent'
    for (const pair of this.#pairs) fallSilent(pair)
  }

  /** Silences the connection that sends the next statement of this name, with or without delivering the statement. */
  freezeAt(statement: string, arrives: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { statement, arrives, spring: resolve }
    })
  }

  /** Lets new connections work again. Silent connections stay silent. */
  thaw(): void {
    this.#areNewSilent = false
  }

  /** Delays all data, also of new connections. The returned function lets all of it pass. */
  hold(): () => void {
    this.#isHeld = true
    for (const socket of this.#sockets()) socket.pause()
    return () => {
      this.#isHeld = false
      for (const socket of this.#sockets()) socket.resume()
    }
  }

  /** Ends, at the database, silent connections that the client has closed, as the database's keep-alive would. */
  forget(): void {
    for (const { client, database, isFrozen } of this.#pairs) if (isFrozen && hasGone(client)) database?.destroy()
  }

  async close(): Promise<void> {
    this.#listener.close()
    for (const socket of this.#sockets()) socket.destroy()
    await once(this.#listener, 'close')
  }

  #open(): Pair[] {
    return [...this.#pairs].filter(({ client }) => !hasGone(client))
  }

  #sockets(): Socket[] {
    return [...this.#pairs].flatMap(socketsOf)
  }

  #add(pair: Pair): void {
    const { client, database } = pair
    this.accepted += 1
    this.#pairs.add(pair)
    this.#forward(pair, client, database)
    if (database !== undefined) this.#forward(pair, database, client)
    if (this.#isHeld) for (const socket of socketsOf(pair)) socket.pause()
  }

  #forward(pair: Pair, from: Socket, to: Socket | undefined): void {
    from.on('data', (piece) => {
      if (from === pair.client) this.#catch(pair, piece)
      // Data on a silent connection is read and dropped. Otherwise the end of that side would stay unnoticed.
      if (pair.isFrozen || to === undefined || to.write(piece)) return
      from.pause()
      to.once('drain', () => this.#isHeld || from.resume())
    })
    from.on('error', () => undefined)
    from.on('end', () => pair.isFrozen || to?.end())
    from.on('close', () => {
      if (!pair.isFrozen) to?.destroy()
      if (socketsOf(pair).every((socket) => socket.destroyed)) this.#pairs.delete(pair)
    })
  }

  #catch(pair: Pair, piece: Buffer): void {
    const trap = this.#trap
    if (trap === undefined || pair.isFrozen || !piece.includes(trap.statement)) return
    if (trap.arrives) pair.database?.write(piece)
    fallSilent(pair)
    this.#trap = undefined
    trap.spring()
  }
}

// Resumes paused sockets: otherwise the end of a side would stay unnoticed.
function fallSilent(pair: Pair): void {
  pair.isFrozen = true
  for (const socket of socketsOf(pair)) socket.resume()
}

function hasGone(client: Socket): boolean {
  return client.destroyed || client.readableEnded
}

function socketsOf({ client, database }: Pair): Socket[] {
  return database === undefined ? [client] : [client, database]
}
