import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { App } from '../../app/app.ts'
import { readConfig } from '../../app/config.ts'
import { findSsoClient } from './sso-client.ts'

const server = createServer(({ url = '' }, response) => {
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = at + url.replace(/\.well-known\/.*$/, '')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ issuer, authorization_endpoint: `${at}/authorize`, token_endpoint: `${at}/token` }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())

// An issuer that differs by a slash would make all answers invalid.
test('an issuer with a path and a slash at the end is found', async () => {
  for (const path of ['/realms/shop/', '/']) {
    const SSO_ISSUER = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
    const config = readConfig({ SSO_ISSUER, SSO_CLIENT_ID: 'a', SSO_CLIENT_SECRET: 'b' }, '/')
    const client = await findSsoClient({ config } as App)
    assert.equal(client?.provider.serverMetadata().issuer, SSO_ISSUER)
  }
})
