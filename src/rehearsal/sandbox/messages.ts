import type { MessageKind } from '../../platform/adapters/messenger.ts'
import { parsePhone } from '../../platform/base/phone.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import { example, Moment, text, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'

const kinds: readonly MessageKind[] = [
  'code',
  'link',
  'reminder',
  'collected',
  'collection_failed',
  'returned',
  'invitation',
]

const MessagesAnswer = Type.Object(
  {
    messages: Type.Array(
      Type.Object({
        id: Uuid,
        phone: Type.String(),
        at: Moment,
        kind: Type.Unsafe<MessageKind>({ type: 'string', enum: [...kinds] }),
        text: Type.String(),
      }),
    ),
  },
  {
    description: 'The messages, newest last',
    examples: [
      {
        messages: [
          {
            id: '019ca8d4-5a10-7b3e-8f21-3c9d0f6a2b11',
            phone: '+971500000001',
            at: '2026-03-29T05:00:00Z',
            kind: 'reminder',
            text: 'Reminder: on 1 April 2026 we charge AED 85.00 to your card ending in 4242 for Demo UAE.',
          },
        ],
      },
    ],
  },
)

/** Adds `GET /sandbox/messages?phone=…`: the text messages to this merchant's customers, in the key's mode. */
export function addSandboxMessageRoutes(api: Api): void {
  const schema = {
    operationId: 'listMessages',
    summary: 'Read what a customer was told',
    description: "Text messages of the key's mode to one phone, in the last hour of the machine's clock.",
    tags: ['Sandbox'],
    querystring: Type.Object({ phone: example(text(64), '+971500000001') }),
    response: { 200: MessagesAnswer },
  }
  const { app, server } = api
  server.get(
    '/sandbox/messages',
    { onRequest: requireKey(api, 'none'), config: { bodyless: true }, schema },
    async (request) => {
      const { merchantId, isTest, stores } = callerOf(request)
      // In a query an unencoded plus arrives as a space.
      const typed = request.query.phone.trim()
      const country = stores[0]?.country ?? 'AE'
      const phone = parsePhone(typed, country) ?? typed
      const messages = await app.messengers.test.listTo(merchantId, isTest, phone)
      return {
        messages: messages.map(({ id, to, at, kind, text }) => ({ id, phone: to, at: formatSeconds(at), kind, text })),
      }
    },
  )
}
