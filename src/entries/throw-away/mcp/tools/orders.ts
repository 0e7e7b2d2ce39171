import { Type } from '../../../../platform/http/type.ts'
import { orderStateNames, orderStates } from '../../beside/order-states.ts'
import { playOrder } from '../../beside/play-order.ts'
import { getOwnMerchant } from '../../beside/sandbox-client.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { oneOf, shortText, uuid } from '../inputs.ts'
import { defineTool } from '../tool.ts'

/** The part of a payment that is answered. */
type PaymentState = Readonly<Record<'status' | 'amount' | 'currency', string>>

const stateWords = Object.entries(orderStates).map(([name, meaning]) => `${name}: ${meaning}`)

/** Tools that act as the customer. */
export const orderTools = [
  defineTool({
    name: 'act_as_customer',
    title: 'Act as the customer',
    description:
      "Does what the customer does on the payment page of an order that the shop has made: accepts and pays the first part, is refused, or leaves. The shop's webhooks are notified.",
    effect: 'changes',
    input: {
      payment_id: uuid('the payment of the checkout session'),
      action: oneOf(
        ['authorize', 'reject', 'cancel'],
        'authorize: AUTHORIZED; reject: REJECTED; cancel: EXPIRED. Only a CREATED payment can be changed',
      ),
      card: Type.Optional(
        shortText(19, "of authorize: the card's number, such as 4000000000000002, which is declined"),
      ),
    },
    async run({ payment_id: id, action, card }, context) {
      const body = card !== undefined && action === 'authorize' ? { body: { card } } : {}
      const path = `/sandbox/payments/${encodeURIComponent(id)}/${action}`
      // The whole payment has as many items as its order.
      const { status, amount, currency } = await askSandbox<PaymentState>(context, 'POST', path, body)
      return { payment_id: id, status, amount, currency }
    },
  }),
  defineTool({
    name: 'trigger',
    title: 'Make a test order',
    description:
      'Makes an order with made-up data and plays it to a state, with the calls of a shop and of a customer. It shows how your webhooks take a notification, without your shop making an order. Not while a certificate is run: its calls would be judged.',
    effect: 'changes',
    input: {
      state: oneOf(orderStateNames, stateWords.join('; ')),
      merchant_code: Type.Optional(shortText(64, "the store; absent: the merchant's first one")),
    },
    async run({ state, merchant_code: merchantCode }, { connection, signal }) {
      const { target, liveKey } = await connection.get()
      const merchant = await getOwnMerchant(target, signal)
      return { ...(await playOrder({ target, merchant, liveKey, state, merchantCode })) }
    },
  }),
]
