import { completeNotification } from '../../money/payments/notification.ts'
import { exampleNotification } from '../../money/payments/notification-schema.ts'
import { parseId } from '../../platform/base/ids.ts'
import { formatMilliseconds, formatSeconds } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Guard, pathId, requirePathId } from '../../platform/http/guard.ts'
import { type BodyOf, example, Moment, ok, okAnswer, text, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { findStoreByCode } from '../../platform/merchants/merchant.ts'
import { refusals as merchantRefusals } from '../../platform/merchants/refusals.ts'
import { deliverWaiting } from '../../platform/webhooks/notifications/deliver-waiting.ts'
import type { Notification } from '../../platform/webhooks/notifications/notification.ts'
import { listNotifications } from '../../platform/webhooks/notifications/notifications.ts'
import { resendNotification } from '../../platform/webhooks/notifications/resending.ts'
import { refusals as webhookRefusals } from '../../platform/webhooks/refusals.ts'
import { rotateSigningSecret } from '../../platform/webhooks/secrets/rotate-signing-secret.ts'
import { refusals } from '../refusals.ts'

const tags = ['Sandbox']

/**
 * Adds `GET /sandbox/notifications` and `POST /sandbox/notifications/{id}/resend`
 * (docs/contract/running.md#sandbox-notifications).
 */
export function addSandboxNotificationRoutes(api: Api): void {
  const secretKey = requireKey(api, 'none')
  addListNotifications(api, [secretKey])
  addResendNotification(api, [secretKey, requirePathId('invalid notification id')])
}

function addListNotifications({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'listNotifications',
    summary: 'List notifications with every attempt',
    description: "A payment's notifications, or the newest 200 when no payment is named.",
    tags,
    querystring: Type.Object({
      payment_id: Type.Optional(Type.String({ format: 'uuid', description: 'absent: the newest of all' })),
    }),
    response: { 200: NotificationsAnswer },
  }
  const config = { bodyless: true, refuses: [refusals.invalidPaymentId] }
  server.get('/sandbox/notifications', { onRequest, config, schema }, async (request) => {
    const { payment_id } = request.query
    const paymentId = payment_id === undefined ? undefined : parseId(payment_id)
    if (payment_id !== undefined && paymentId === undefined) throw refusals.invalidPaymentId()
    const notifications = await listNotifications(app, completeNotification, callerOf(request), paymentId)
    return { notifications: notifications.map(notificationWire) }
  })
}

function addResendNotification({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'resendNotification',
    summary: 'Send a notification again',
    description: 'To every webhook that is registered now, with the same id and body.',
    tags,
    params: Type.Object({ id: Uuid }),
    response: { 200: okAnswer('It is on its way') },
  }
  const config = { bodyless: true, refuses: [webhookRefusals.unknownNotification] }
  server.post('/sandbox/notifications/:id/resend', { onRequest, config, schema }, async (request) => {
    const { merchantId, isTest } = callerOf(request)
    await resendNotification(app, merchantId, pathId(request), isTest)
    return ok
  })
}

function notificationWire(notification: Notification): BodyOf<typeof NotificationsAnswer>['notifications'][number] {
  const { id, paymentId, disputeId, sequence, body, createdAt, deliveries } = notification
  return {
    id,
    payment_id: paymentId,
    ...(disputeId === null ? {} : { dispute_id: disputeId }),
    sequence,
    created_at: formatSeconds(createdAt),
    body,
    deliveries: deliveries.map((delivery) => ({
      webhook_id: delivery.webhookId,
      url: delivery.url,
      state: delivery.state,
      next_attempt_at: delivery.nextAttemptAt === null ? null : formatMilliseconds(delivery.nextAttemptAt),
      attempts: delivery.attempts.map((attempt) => ({
        at: formatMilliseconds(attempt.at),
        status: attempt.status,
        duration_ms: attempt.durationMs,
        answer: attempt.answer,
      })),
    })),
  }
}

const exampleNotifications = {
  notifications: [
    {
      id: '019ca8d4-5a10-7b3e-8f21-3c9d0f6a2b11',
      payment_id: exampleNotification.id,
      sequence: 1,
      created_at: '2026-03-01T10:04:12Z',
      body: exampleNotification,
      deliveries: [
        {
          webhook_id: '9a7c3c1e-7b55-44a8-8e9b-8e3a1f7e6a01',
          url: 'https://shop.test/hook',
          state: 'delivered',
          next_attempt_at: null,
          attempts: [{ at: '2026-03-01T10:04:12.310Z', status: 200, duration_ms: 12, answer: 'ok' }],
        },
      ],
    },
  ],
}
const NotificationsAnswer = Type.Object(
  {
    notifications: Type.Array(
      Type.Object({
        id: Uuid,
        payment_id: Uuid,
        dispute_id: Type.Optional(Uuid),
        sequence: Type.Integer(),
        created_at: Moment,
        body: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true, description: 'What is sent' }),
        deliveries: Type.Array(
          Type.Object({
            webhook_id: Uuid,
            url: Type.String(),
            state: Type.Unsafe<Notification['deliveries'][number]['state']>({
              type: 'string',
              enum: ['waiting', 'delivered', 'failed', 'dropped'],
            }),
            next_attempt_at: Type.Union([Moment, Type.Null()]),
            attempts: Type.Array(
              Type.Object({
                at: Moment,
                status: Type.Union([Type.Integer(), Type.Null()]),
                duration_ms: Type.Integer(),
                answer: Type.String(),
              }),
            ),
          }),
        ),
      }),
    ),
  },
  { description: 'The notifications, oldest first', examples: [exampleNotifications] },
)

const Delivered = Type.Object(
  { attempted: Type.Integer() },
  { description: 'How many deliveries were attempted', examples: [{ attempted: 3 }] },
)

/** Adds `POST /sandbox/deliver`: attempts waiting deliveries at once (docs/contract/integrators.md#deliver). */
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

const Secret = Type.Object(
  { secret: Type.String() },
  { description: 'Shown this one time', examples: [{ secret: 'whsec_C2FtcGxlLXNlY3JldC1mb3ItcmVmZXJl' }] },
)

/**
 * Adds `POST /sandbox/signing`: turns on signing for a store's notifications (docs/contract/integrators.md#signing).
 */
export function addSigningRoute(api: Api): void {
  const schema = {
    operationId: 'rotateSigning',
    summary: "Sign a store's notifications",
    description:
      'Turns signing on, or makes a new secret; with the one before, notifications are signed too for 24 hours. Holds for both modes.',
    tags: ['Sandbox'],
    body: example(Type.Object({ merchant_code: text() }), { merchant_code: 'AE' }),
    response: { 200: Secret },
  }
  const { app, server } = api
  const options = {
    onRequest: requireKey(api, 'none'),
    config: { refuses: [merchantRefusals.unknownMerchantCode] },
    schema,
  }
  server.post('/sandbox/signing', options, async (request) => {
    const { merchantId, stores } = callerOf(request)
    const store = findStoreByCode(stores, request.body.merchant_code)
    if (store === undefined) throw merchantRefusals.unknownMerchantCode()
    return { secret: await rotateSigningSecret(app, { merchantId, storeId: store.id }) }
  })
}
