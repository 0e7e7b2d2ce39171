import type { FastifyInstance } from 'fastify'
import { makePlanDocument } from '../../../money/evidence/plan-documents.ts'
import type { Api } from '../../../platform/http/api.ts'
import { htmlType } from '../../../platform/ui/html.ts'
import { queryOf } from '../../../platform/ui/page-request.ts'
import { readPageContext, readPurchase } from '../page-context.ts'
import { refusals } from '../refusals.ts'
import { renderSignIn } from '../sign-in-actions.ts'
import { addressOf } from '../view-model.ts'
import { documentPolicy, renderDocument } from './render-document.ts'

/**
 * Adds `/account/statement` and `/account/letter`, pages that print on A4, and their signed files (`file=json`). A
 * letter of a plan of which something is owed leads back to the purchase.
 */
export function addDocuments(server: FastifyInstance, api: Api): void {
  for (const kind of ['statement', 'letter'] as const) {
    server.get(`/account/${kind}`, { schema: { hide: true } }, async (request, reply) => {
      const context = await readPageContext(api, request, reply)
      const { session, model } = context
      if (session === undefined) return reply.type(htmlType).send(await renderSignIn(api.app, context))
      const { plan } = await readPurchase(api, { ...context, session })
      const made = await makePlanDocument(api.app, plan.payment.id, kind)
      if (made === 'no_plan') throw refusals.noSuchPurchase()
      if (made === 'owed') return reply.redirect(addressOf(model), 303)
      if (queryOf(request, 'file') === 'json') {
        reply.header('content-disposition', `attachment; filename="${kind}-${plan.payment.id}.json"`)
        return reply.type('application/json; charset=utf-8').send(made.signed)
      }
      const links = { download: addressOf(model, kind, { file: 'json' }), back: addressOf(model) }
      reply.header('content-security-policy', documentPolicy)
      return reply.type(htmlType).send(renderDocument({ ...made, links }, model.lang))
    })
  }
}
