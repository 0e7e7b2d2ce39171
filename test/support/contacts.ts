import { dueMessages } from '../../src/money/collections/messages/sending.ts'
import { type Message, MessageNotTaken } from '../../src/platform/adapters/messenger.ts'
import type { App } from '../../src/platform/app/app.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import type { ModelMessage } from '../../testkit/contact-model.ts'
import type { TestApi } from './api.ts'
import type { TestService } from './service.ts'

type Gateway = (text: string) => Promise<void> | void
/** Returns the error of a gateway that has certainly not taken the message. */
export const refusal = (): MessageNotTaken => new MessageNotTaken('the message gateway answered 503')

/** A process of the service with a clock of its own. Its gateway takes messages to the customer's phone, and no others. */
export class GatewayProcess {
  readonly #phone: string
  readonly #service: TestService
  now: number
  gateway: Gateway = () => undefined
  readonly taken: ModelMessage[] = []
  readonly app: App

  constructor(service: TestService, { phone }: Pick<ContactedCustomer, 'phone'>) {
    const { app } = service
    this.#phone = phone
    this.#service = service
    this.now = app.clock.now()
    this.app = {
      ...app,
      clock: { ...app.clock, now: () => this.now },
      messengers: { ...app.messengers, live: { send: (message) => this.#send(message) } },
    }
  }

  async #send({ to, text, at }: Message): Promise<void> {
    if (to !== this.#phone) throw refusal()
    await this.gateway(text)
    this.taken.push({ what: text, at })
  }

  /**
   * Two rounds of the worker, because two payments of a phone that meet leave it to the next one. Waits for no lease
   * and for no backoff, which go by the database's clock.
   */
  async send(): Promise<void> {
    await this.#service.database.query('update customer_messages set held_until = null')
    await settleDue(this.app, dueMessages)
    await settleDue(this.app, dueMessages)
  }

  texts(): string[] {
    return this.taken.map(({ what }) => what)
  }
}

let lastPhone = 507_300_000

/** Two captured live payments of one new phone at a new merchant. Messages that still wait for others are stopped. */
export async function buyTwice({ service, newMerchant }: Pick<TestApi, 'service' | 'newMerchant'>) {
  await service.database.query(`update customer_messages set state = 'failed', send_at = null where state = 'waiting'`)
  lastPhone += 1
  const phone = `+971${lastPhone}`
  const { live: shop, id: merchantId } = await newMerchant()
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone, dob: '1990-04-17' }
  const ids: string[] = []
  for (let count = 0; count < 2; count += 1) {
    const { id } = succeed(await shop.checkout('400.00', { buyer })).body.payment
    succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
    succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '400.00', reference_id: 'c' }))
    ids.push(id)
  }
  return { shop, merchantId, phone, ids }
}

export type ContactedCustomer = Awaited<ReturnType<typeof buyTwice>>

/** Stores messages that wait, by turns about both payments. */
export async function queueMessages(
  { database }: TestService,
  { merchantId, phone, ids }: ContactedCustomer,
  messages: readonly ModelMessage[],
): Promise<void> {
  for (const [index, { what, at }] of messages.entries()) {
    await database.query(
      `insert into customer_messages (merchant_id, payment_id, kind, event, is_test, phone, text, at, state, send_at)
       select '${merchantId}', '${ids[index % ids.length]}', 'collected', '${what}', false, '${phone}', '${what}',
         due.at, 'waiting', due.at from (select to_timestamp(${at / 1_000})) as due (at)`,
    )
  }
}
