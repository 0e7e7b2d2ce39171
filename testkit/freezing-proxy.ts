import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A TCP proxy that can go silent as a forgetful NAT does: nothing is forwarded any more, nothing is closed, nothing is reset. */
export interface FreezingProxy {
  readonly port: number
  /** How many connections have come so far. */
  readonly accepted: number
  /** How many of the connections that came are still open on the client's side. */
  readonly open: number
  /**
   * All connections there are go silent for ever. New ones work, or, with `newOnes: 'silent'`, are taken and never answered,
   * until `thaw`.
   */
  freeze(newOnes?: 'work' | 'silent'): void
  /** New connections work again. Those that have gone silent stay so. */
  thaw(): void
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly server: Socket | undefined
  isFrozen: boolean
}

/** Where a PostgreSQL listens, as `pg` is told: a host name, or the folder of its socket. */
export interface ProxyTarget {
  readonly host?: string | undefined
  readonly port?: number | undefined
}

/** Opens a proxy on a free port of 127.0.0.1. */
export async function openFreezingProxy({ host = '127.0.0.1', port = 5432 }: ProxyTarget): Promise<FreezingProxy> {
  const target: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const pairs = new Set<Pair>()
  let accepted = 0
  let areNewSilent = false
  // Neither side's end is passed on by itself: what is frozen hears nothing, not even that the other side has gone.
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    accepted += 1
    const server = areNewSilent ? undefined : connect({ ...target, allowHalfOpen: true })
    const pair: Pair = { client, server, isFrozen: areNewSilent }
    pairs.add(pair)
    client.on('error', () => undefined)
    if (server === undefined) {
      client.resume()
      return
    }
    server.on('error', () => undefined)
    forward(pair, client, server)
    forward(pair, server, client)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    get accepted() {
      return accepted
    },
    get open() {
      return [...pairs].filter(({ client }) => !client.destroyed && !client.readableEnded).length
    },
    freeze(newOnes = 'work') {
      areNewSilent = newOnes === 'silent'
      for (const pair of pairs) pair.isFrozen = true
    },
    thaw() {
      areNewSilent = false
    },
    async close() {
      listener.close()
      for (const { client, server } of pairs) {
        client.destroy()
        server?.destroy()
      }
      await once(listener, 'close')
    },
  }
}

// What comes on a frozen pair is read and thrown away, so that a side which goes is seen to have gone.
function forward(pair: Pair, from: Socket, to: Socket): void {
  from.on('data', (chunk) => pair.isFrozen || to.write(chunk))
  from.on('end', () => pair.isFrozen || to.end())
  from.on('close', () => pair.isFrozen || to.destroy())
}
