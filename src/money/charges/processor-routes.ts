import { readStripeEvent } from '../../platform/adapters/stripe/events.ts'
import type { Api } from '../../platform/http/api.ts'
import { refusals } from './refusals.ts'
import { wakeCheck } from './wake-check.ts'

const bodyLimitBytes = 256 * 1024

/**
 * Receives news from processors: `POST /processor/stripe/webhook`. Trusts only the id of the charge or refund, and asks
 * the processor about it.
 */
export function addProcessorRoutes({ app, server }: Api): void {
  const secret = app.config.stripe?.webhookSecret
  if (secret === undefined) return
  server.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyLimitBytes }, (_request, body, done) => {
      done(null, body)
    })
    const config = { refuses: [refusals.forged] }
    scope.post('/processor/stripe/webhook', { schema: { hide: true }, config }, async (request) => {
      const { 'stripe-signature': signature } = request.headers
      const body = typeof request.body === 'string' ? request.body : ''
      const news = typeof signature === 'string' ? await readStripeEvent(body, signature, secret) : 'forged'
      if (news === 'forged') throw refusals.forged()
      if (news !== undefined) await wakeCheck(app, news)
      return {}
    })
  })
}
