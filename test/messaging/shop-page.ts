import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A shop's page on an origin of its own. */
export interface ShopPages {
  readonly url: string
  /** Sets the page's body and its Content-Security-Policy, if any. */
  show(body: string, policy?: string): void
  close(): void
}

/** Serves one page, whose content a test sets. */
export async function openShopPages(): Promise<ShopPages> {
  let [content, csp]: [string, string | undefined] = ['', undefined]
  const server: Server = createServer((_request, response) => {
    if (csp !== undefined) response.setHeader('content-security-policy', csp)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><body><main><h1>Shop</h1>${content}</main></body></html>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(body, policy) {
      content = body
      csp = policy
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
