import type { Api } from '../../platform/http/api.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { deliverWaiting } from '../../platform/webhooks/notifications/deliver-waiting.ts'

const Delivered = Type.Object(
  { attempted: Type.Integer() },
  { description: 'How many deliveries were attempted', examples: [{ attempted: 3 }] },
)

/** `POST /sandbox/deliver`: nothing waits for its next try (docs/contract/integrators.md#deliver). */
export function addDeliverRoute(api: Api): void {
  const schema = {
    operationId: 'deliverNotifications',
    summary: 'Attempt what waits now',
    description:
      "Every delivery of the merchant's notifications in the key's mode that waits is attempted now, those that wait for a retry too. Answers when the attempts are done, or after 65 seconds.",
    tags: ['Sandbox'],
    response: { 200: Delivered },
  }
  const { app, server } = api
  const options = { onRequest: requireKey(api, 'none'), config: { bodyless: true }, schema }
  server.post('/sandbox/deliver', options, async (request) => ({
    attempted: await deliverWaiting(app, callerOf(request)),
  }))
}
