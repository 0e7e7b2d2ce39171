import { once } from 'node:events'
import { createServer } from 'node:http'
import { listen } from '../listen.ts'
import type { OnlineShop } from './shop.ts'

/** The server of all shops, each under its own path. */
export interface Street {
  readonly port: number
  readonly shops: Map<string, OnlineShop>
  close(): Promise<void>
}

export async function openStreet(): Promise<Street> {
  const shops = new Map<string, OnlineShop>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop.test')
    const [, name = '', page] = url.pathname.split('/')
    const shop = shops.get(name)
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    request.on('end', async () => {
      if (page === 'hook') response.statusCode = (await shop?.receive(request.headers, text)) ?? 404
      const id = url.searchParams.get('payment_id') ?? ''
      if (page === 'paid') {
        shop?.returned(id)
        response.writeHead(303, { location: `order${url.search}` })
      }
      response.end(page === 'order' ? shop?.page(id) : 'ok')
    })
  })
  const port = await listen(server)
  return {
    port,
    shops,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
