import type { Api } from '../http/api.ts'
import { listPublicKeys, useSigningKey } from './signing-keys.ts'
import { verifyPage, verifyPagePolicy } from './verify-page.ts'

const schema = { hide: true }

/**
 * Adds `GET /.well-known/qist-keys.json`, the public keys, and `GET /verify.html`, the page that checks a document with
 * them. Neither needs a key (docs/contract/terms.md#evidence).
 */
export function addSigningRoutes({ app, server }: Api): void {
  server.get('/.well-known/qist-keys.json', { schema }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60').header('access-control-allow-origin', '*')
    // A sandbox may not have published its key yet.
    await useSigningKey(app)
    return { keys: await listPublicKeys(app) }
  })
  server.get('/verify.html', { schema }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', verifyPagePolicy).send(verifyPage),
  )
}
