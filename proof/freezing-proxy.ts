import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to the database that can fall silent: nothing passes any more, and nobody is told. */
export interface FreezingProxy {
  /** The database's address through it. */
  readonly url: string
  /** From now on nothing passes on the connections that are open, no word and no end; new ones work. Answers how many. */
  freeze(): number
  /** The same for the one on which the next statement of that name comes, which still arrives or does not. */
  freezeAt(statement: string, arrives: boolean): Promise<void>
  /** Holds everything back, also what is new, until it is let go; then all of it passes. */
  hold(): () => void
  /** How many connections of the service pass. */
  readonly passing: number
  /** How many are frozen and still kept by the service. */
  readonly frozen: number
  /** How many are frozen and still kept by the database. */
  readonly frozenAtDatabase: number
  /** The database loses sight of the frozen ones that the service has given up, as its own keep-alive would. */
  forget(): void
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly database: Socket
  isFrozen: boolean
}

/** Opens one in front of the database of that address, which may be a socket in a folder. */
export async function openFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const target = new URL(databaseUrl)
  const host = decodeURIComponent(target.hostname)
  const port = Number(target.port)
  const dial = (): Socket => (host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host))
  const pairs = new Set<Pair>()
  let isHeld = false
  let trap: { readonly statement: string; readonly arrives: boolean; caught(): void } | undefined

  const server = createServer((client) => {
    const database = dial()
    const pair: Pair = { client, database, isFrozen: false }
    pairs.add(pair)
    pass(pair, client, database, true)
    pass(pair, database, client, false)
    if (isHeld) suspend(pair)
  })

  function pass(pair: Pair, from: Socket, to: Socket, isAsking: boolean): void {
    from.on('data', (piece) => {
      if (isAsking && !pair.isFrozen && trap !== undefined && piece.includes(trap.statement)) {
        if (trap.arrives) to.write(piece)
        fallSilent(pair)
        trap.caught()
      }
      // What comes on a frozen connection is taken and goes nowhere.
      if (pair.isFrozen || to.write(piece)) return
      from.pause()
      to.once('drain', () => isHeld || from.resume())
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      if (!pair.isFrozen) to.destroy()
      if (pair.client.destroyed && pair.database.destroyed) pairs.delete(pair)
    })
  }

  function thaw(): void {
    isHeld = false
    for (const { client, database } of pairs) {
      client.resume()
      database.resume()
    }
  }

  const passing = (): Pair[] => [...pairs].filter(({ isFrozen, client }) => !isFrozen && !client.destroyed)
  const frozen = (): Pair[] => [...pairs].filter(({ isFrozen }) => isFrozen)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: target.href,
    freeze() {
      const open = passing()
      for (const pair of open) fallSilent(pair)
      return open.length
    },
    freezeAt: (statement, arrives) =>
      new Promise((resolve) => {
        const caught = (): void => {
          trap = undefined
          resolve()
        }
        trap = { statement, arrives, caught }
      }),
    hold() {
      isHeld = true
      for (const pair of pairs) suspend(pair)
      return thaw
    },
    get passing() {
      return passing().length
    },
    get frozen() {
      return frozen().filter(({ client }) => !client.destroyed).length
    },
    get frozenAtDatabase() {
      return frozen().filter(({ database }) => !database.destroyed).length
    },
    forget() {
      for (const { client, database } of frozen()) if (client.destroyed) database.destroy()
    },
    async close() {
      server.close()
      for (const { client, database } of pairs) {
        client.destroy()
        database.destroy()
      }
      await once(server, 'close')
    },
  }
}

// Who is not waited for any more is heard, or nobody would see it go.
function fallSilent(pair: Pair): void {
  pair.isFrozen = true
  pair.client.resume()
  pair.database.resume()
}

function suspend({ client, database }: Pair): void {
  client.pause()
  database.pause()
}
