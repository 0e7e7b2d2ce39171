import { coreScenarios } from '../../src/rehearsal/certificate/facts.ts'
import { succeed } from '../../testkit/client.ts'
import { orderWithoutReference } from '../../testkit/flawed-order.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import type { BackOfficeStory } from './back-office-story.ts'

/**
 * Plays a developer's minute in test mode: a rehearsal that finds a capture without a reference, and a capture that
 * meets a conflict and is retried. Returns the journal's id of the first call, and the id of the rehearsal.
 */
export async function rehearse({ service }: BackOfficeStory): Promise<{ readonly call: string; readonly run: string }> {
  const shop = openShop(service.urls.uae, demoKey(1))
  const begun = await shop.call('POST', '/sandbox/certificate', { scenarios: coreScenarios, seed: 42 })
  const run: string = succeed(begun).body.certificate.id
  await orderWithoutReference(shop)
  succeed(await shop.call('DELETE', `/sandbox/certificate/${run}`))
  const rule = { on: { operation: 'capturePayment' }, when: { per: 'reference_id' }, do: { kind: 'conflict' } }
  succeed(await shop.call('POST', '/sandbox/faults', rule))
  const id = await shop.authorizedPayment()
  const body = { amount: '340.00', reference_id: '1001-capture' }
  const first = await shop.call('POST', `/api/v2/payments/${id}/captures`, body)
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, body))
  return { call: first.headers.get('x-request-id') ?? '', run }
}
