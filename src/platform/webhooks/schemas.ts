import { type BodyOf, okAnswer, optional, Uuid } from '../http/schemas.ts'
import { type Static, Type } from '../http/type.ts'

/** The schema judges types only. address.ts and header.ts judge values, with texts of their own. */
const someText = optional(Type.String())

export const WebhookInput = Type.Object(
  {
    url: optional(Type.String({ description: 'required: where notifications go' })),
    header: optional(
      Type.Object(
        { title: someText, value: someText },
        { description: 'goes with every notification, to tell it is ours' },
      ),
    ),
  },
  { title: 'WebhookInput' },
)
export type WebhookInput = Static<typeof WebhookInput>

export const WebhookParams = Type.Object({ id: Uuid })

const Header = Type.Object({ title: Type.String(), value: Type.String() })
const members = {
  id: Uuid,
  url: Type.String(),
  header: Type.Union([Header, Type.Null()]),
}

const examplePaymentWebhook = {
  id: '9a7c3c1e-7b55-44a8-8e9b-8e3a1f7e6a01',
  url: 'https://shop.example/hooks/pay',
  is_test: true,
  header: { title: 'X-Shop-Auth', value: 's3cret-value-123' },
}
const PaymentWebhook = Type.Object(
  { ...members, is_test: Type.Boolean() },
  { title: 'PaymentWebhook', description: 'The webhook', examples: [examplePaymentWebhook] },
)
const exampleDisputeWebhook = {
  id: '3f1f2b7a-9f50-4a1e-b3a2-6f6f3ce3a1d4',
  url: 'https://shop.example/hooks/disputes',
  header: { title: 'X-Shop-Auth', value: '****-123' },
}
const DisputeWebhook = Type.Object(members, {
  title: 'DisputeWebhook',
  description: 'The webhook, with the value of its header masked',
  examples: [exampleDisputeWebhook],
})

export type PaymentWebhookAnswer = BodyOf<typeof PaymentWebhook>
export type DisputeWebhookAnswer = BodyOf<typeof DisputeWebhook>

/** The answers of each family's operations. */
export const answers = {
  payment: {
    one: PaymentWebhook,
    list: Type.Array(PaymentWebhook, {
      description: 'Every webhook of the store and mode',
      examples: [[examplePaymentWebhook]],
    }),
  },
  dispute: {
    one: DisputeWebhook,
    list: Type.Array(DisputeWebhook, {
      description: 'Every webhook of the store',
      examples: [[exampleDisputeWebhook]],
    }),
  },
}
export const RemovedAnswer = okAnswer('It is gone')

export const exampleInput = {
  url: 'https://shop.example/hooks/pay',
  header: { title: 'X-Shop-Auth', value: 's3cret-value-123' },
}
