import { wrongFields } from '../../../platform/base/refusals.ts'
import type { Api } from '../../../platform/http/api.ts'
import { allowAnyOrigin } from '../../../platform/http/cors.ts'
import { guardKeyless } from '../../../platform/http/limit-keyless.ts'
import { refusals as callerRefusals } from '../../../platform/merchants/refusals.ts'
import { refusals } from '../refusals.ts'
import { QuoteAnswer, QuoteQuery } from './answers.ts'
import { getQuote } from './get-quote.ts'
import { quoteWire } from './wire.ts'

/**
 * Adds `GET /api/v1/snippet`: the figures of on-site messaging, for browsers of any origin
 * (docs/contract/messaging.md#figures). The public key is in the query, so that browsers ask without a pre-flight and
 * keep the answer.
 */
export function addQuoteRoute(api: Api): void {
  const { keyNotFound, unknownMerchantCode, wrongRegion } = callerRefusals
  const schema = {
    operationId: 'getSnippet',
    summary: 'Figures of a snippet',
    description: 'The plan that a session for this price would get, for shop pages. Needs a public key in the query.',
    tags: ['Checkout'],
    security: [],
    querystring: QuoteQuery,
    response: { 200: QuoteAnswer },
  }
  const refuses = [wrongFields, keyNotFound, wrongRegion, unknownMerchantCode, refusals.currencyNotOffered]
  const options = { onRequest: [allowAnyOrigin, guardKeyless(api.app, 'snippet')], config: { refuses }, schema }
  api.server.get('/api/v1/snippet', options, async (request, reply) => {
    const figures = quoteWire(await getQuote(api, request))
    reply.header('cache-control', 'public, max-age=60')
    return figures
  })
}
