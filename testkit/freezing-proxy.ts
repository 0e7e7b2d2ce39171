import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { listen } from './listen.ts'

/** Where a PostgreSQL listens, as `pg` is told: a host name, or the folder of its socket. */
interface ProxyTarget {
  readonly host?: string | undefined
  readonly port?: number | undefined
}

interface ProxyOptions {
  /** Whether a side that goes is heard by the proxy itself, as in a network with a working path back; else nobody answers it. */
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

/** A way to the database that can fall silent as a forgetful NAT does: nothing passes any more, and nobody is told. */
export class FreezingProxy {
  /** How many connections have come so far. */
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

  /** How many of the connections that came are still open on the client's side. */
  get open(): number {
    return this.#open().length
  }

  /** How many of these pass. */
  get passing(): number {
    return this.#open().filter(({ isFrozen }) => !isFrozen).length
  }

  /** How many of these are silent. */
  get frozen(): number {
    return this.#open().filter(({ isFrozen }) => isFrozen).length
  }

  /** How many are silent and still kept by the database. */
  get frozenAtDatabase(): number {
    return [...this.#pairs].filter(({ isFrozen, database }) => isFrozen && database?.destroyed === false).length
  }

  /**
   * All connections there are go silent for ever, no word and no end passes. New ones work, or, with `newOnes: 'silent'`, are taken
   * and never answered, until `thaw`.
   */
  freeze(newOnes: 'work' | 'silent' = 'work'): void {
    this.#areNewSilent = newOnes === 'silent'
    for (const pair of this.#pairs) fallSilent(pair)
  }

  /** The same for the one on which the next statement of that name comes, which still arrives or does not. */
  freezeAt(statement: string, arrives: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { statement, arrives, spring: resolve }
    })
  }

  /** New connections work again. Those that have gone silent stay so. */
  thaw(): void {
    this.#areNewSilent = false
  }

  /** Holds everything back, also what is new, until it is let go; then all of it passes. */
  hold(): () => void {
    this.#isHeld = true
    for (const socket of this.#sockets()) socket.pause()
    return () => {
      this.#isHeld = false
      for (const socket of this.#sockets()) socket.resume()
    }
  }

  /** The database loses sight of the silent ones that the client has given up, as its own keep-alive would. */
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
      // What comes on a silent connection is read and thrown away, so that a side which goes is seen to have gone.
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

// Who is not waited for any more is heard, or nobody would see it go.
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
