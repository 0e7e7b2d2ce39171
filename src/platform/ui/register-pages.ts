import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../base/refusals.ts'
import { toStorable } from '../base/texts.ts'
import { isOfOutage } from '../db/outage.ts'
import type { Api } from '../http/api.ts'
import { limitKeyless } from '../http/limit-keyless.ts'
import { htmlType } from './html.ts'
import { type PageError, pageErrorOf, statusOf } from './page-errors.ts'
import { isForm, requireSameSite } from './page-request.ts'
import { privatePageHeaders } from './security-headers.ts'

/** The pages of one room. */
export interface Pages {
  addRoutes(server: FastifyInstance): void
  /** Returns the error page. */
  renderError(request: FastifyRequest, error: PageError): string
  /** The largest form, in bytes; default: 16 KiB. */
  readonly formBytes?: number
}

/**
 * Registers pages with their shared hooks: form parsing, security headers, the rate limit per address, error pages.
 * Refuses forms of other sites. Removes characters that the database cannot store from queries and forms.
 */
export function registerPages(api: Api, pages: Pages): void {
  api.server.register(async (server: FastifyInstance) => {
    await server.register(formbody, { bodyLimit: pages.formBytes ?? 16_384 })
    server.addHook('onRequest', async (_request, reply) => void reply.headers(privatePageHeaders))
    server.addHook('onRequest', async (request) => limitKeyless(api.app, 'page', request))
    server.addHook('onRequest', async (request) => {
      if (isForm(request)) requireSameSite(api, request)
    })
    server.addHook('preValidation', async (request) => {
      request.body = withStorableTexts(request.body)
      request.query = withStorableTexts(request.query)
    })
    server.setErrorHandler((error, request, reply) => {
      const kind = pageErrorOf(error)
      const seconds = error instanceof Refusal ? error.retryAfterSeconds : undefined
      if (seconds !== undefined) reply.header('retry-after', String(seconds))
      // The message of an error may contain typed data, such as a card number. Log only the error's kind.
      if (kind === 'broken') {
        const level = isOfOutage(error) ? 'debug' : 'error'
        request.log[level]({ reason: (error as Error).name, stack: stackOf(error) }, 'page failed')
      }
      return reply.code(statusOf[kind]).type(htmlType).send(pages.renderError(request, kind))
    })
    pages.addRoutes(server)
  })
}

// All queries and forms pass here, so pages need not check for such characters.
function withStorableTexts(sent: unknown): unknown {
  if (typeof sent === 'string') return toStorable(sent)
  if (Array.isArray(sent)) return sent.map(withStorableTexts)
  if (typeof sent !== 'object' || sent === null) return sent
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, withStorableTexts(value)]))
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack?.split('\n').slice(1).join('\n') : undefined
}
