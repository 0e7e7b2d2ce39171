import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listen } from '../../testkit/listen.ts'
import { clientDomains, type World } from '../world.ts'

/** A proxy that curl and Guzzle take from `HTTPS_PROXY`. */
export interface Proxy {
  readonly url: string
  /** The hosts that were asked for and that nobody has. */
  readonly unknownHosts: ReadonlySet<string>
}

/** Opens a proxy that leads the names that clients have built in to the plug-in host, and refuses all others. */
export async function openProxy(world: World): Promise<Proxy> {
  const unknownHosts = new Set<string>()
  const server = createServer((_, response) => void response.writeHead(405).end())
  server.on('connect', (request, client: Socket) => {
    const host = request.url?.replace(/:\d*$/, '') ?? ''
    client.on('error', () => client.destroy())
    if (!clientDomains.some((domain) => host.endsWith(`.${domain}`))) {
      unknownHosts.add(host)
      client.end('HTTP/1.1 502 Unknown Host\r\n\r\n')
      return
    }
    const upstream = connect(world.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    // A fault resets one side; the other side must learn of it.
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  const port = await listen(server)
  server.unref()
  return { url: `http://127.0.0.1:${port}`, unknownHosts }
}
