import type { Shop } from '../../testkit/shop.ts'
import type { StripeStub } from '../../testkit/stripe/stripe-stub.ts'
import type { TestCardName } from '../../testkit/stripe/test-cards.ts'
import { cookieOf, type FormCustomer, openForms, sendForm } from '../pages/forms.ts'
import type { TestService } from './service.ts'

let lastPhone = 500_900_010

/**
 * A customer of a live payment who gave a card at Stripe's page and pressed the last button. `payment` can be
 * overridden.
 */
export async function payAtStripe(
  { stub, service, shop }: { stub: StripeStub; service: TestService; shop: Shop },
  card: TestCardName,
  payment: object = {},
): Promise<FormCustomer> {
  lastPhone += 1
  const customer = await openForms(shop, payment)
  await sendForm(customer, 'phone', { phone: `+971${lastPhone}` })
  const [message] = await service.app.messengers.test.list(customer.sessionId)
  await sendForm(customer, 'code', { code: /\d{6}/.exec(message?.text ?? '')?.[0] ?? '' })
  const step = (name: string): Promise<Response> =>
    fetch(customer.webUrl.replace('/hpp/?', `/hpp/${name}?`), {
      headers: { cookie: cookieOf(customer) },
      redirect: 'manual',
    })
  const address = (await step('card-page')).headers.get('location') ?? ''
  stub.pages.complete(address.split('/').at(-1) ?? '', card)
  await step('card-back')
  await sendForm(customer, 'pay')
  return customer
}
