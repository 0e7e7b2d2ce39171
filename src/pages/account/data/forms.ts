import type { FastifyReply, FastifyRequest } from 'fastify'
import { listPurchases } from '../../../money/collections/purchases.ts'
import type { Api } from '../../../platform/http/api.ts'
import { hasCsrfToken } from '../../../platform/ui/forms/browser.ts'
import { csrfSubject, readPageContext, type SignedIn } from '../page-context.ts'
import { refusals } from '../refusals.ts'
import { type DataModel, renderData } from './views.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reads the context of a form. Refuses one of another browser or session. */
export async function readForm(
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly context: SignedIn; readonly fields: Fields }> {
  const context = await readPageContext(api, request, reply)
  const fields = (request.body ?? {}) as Fields
  const { session, browser, scope } = context
  const isOwn = hasCsrfToken(fields, session ?? browser, csrfSubject(scope))
  if (session === undefined || !isOwn) throw refusals.noCsrfToken()
  return { context: { ...context, session }, fields }
}

/** Returns a text field, trimmed and cut. */
export function fieldOf(fields: Fields, name: string, most = 255): string {
  const value = fields[name]
  return typeof value === 'string' ? value.trim().slice(0, most) : ''
}

/** Returns the page of a customer's data. */
export async function showData(api: Api, context: SignedIn, more: Partial<DataModel> = {}): Promise<string> {
  const { session, model, words, requestId } = context
  const { purchases } = await listPurchases(api.app, session, { limit: 1, skip: 0, requestId })
  const buyer = purchases[0]?.plan.payment.order.buyer
  const { name = '', email = '' } = buyer ?? {}
  return renderData(model, words, { name, email, personalDays: api.app.config.personalDays, ...more })
}
