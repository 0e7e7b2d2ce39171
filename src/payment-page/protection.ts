import type { FastifyInstance } from 'fastify'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every page: nothing from elsewhere, in no frame, kept nowhere, and no address of ours told to anybody. */
export function protectPages(server: FastifyInstance): void {
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
  })
}
