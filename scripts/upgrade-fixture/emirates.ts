import { setTimeout as pause } from 'node:timers/promises'
import { rotateSigningSecret } from '../../src/platform/webhooks/secrets/rotate-signing-secret.ts'
import type { SigningStore } from '../../src/platform/webhooks/webhook.ts'
import { type FormCustomer, fillIn, openForms, sendForm } from '../../test/pages/forms.ts'
import { newBuyer } from '../../testkit/shop.ts'
import type { Street, Till } from './street.ts'

/** Plays Demo UAE: every form of a payment and of its first charge, and every action of a shop, over five weeks. */
export async function playEmirates(street: Street): Promise<void> {
  const test = street.till(1, 'sk_test_', 'demo_ae', 'AED')
  const kuwait = street.till(1, 'sk_', 'demo_kw', 'KWD')
  street.receiver.answer = ({ path }, response) => void response.writeHead(path === '/hook' ? 200 : 500).end('told')
  await test.post('/api/v1/webhooks', { url: 'http://shop.test/hook', header: { title: 'X-Shop', value: 'fixture' } })
  await openNever(test)
  await moveMoney(test)
  await street.till(1, 'sk_test_', 'demo_plugin', 'AED').deliver('75.00')
  await payByPage(test)
  await sellInKuwait(kuwait)
  await loseAnswers(street, test)
  await street.settle()
  const store = `select merchant_id as "merchantId", id as "storeId" from stores where merchant_code = 'demo_kw'`
  const [signing] = await street.api.service.database.query(store)
  await rotateSigningSecret(street.api.service.app, signing as unknown as SigningStore)
  await test.post('/api/v1/webhooks', { url: 'http://shop.test/broken' })
  // Captured automatically after 21 days, the second instalment collected after a month.
  await test.pass('P35D')
  await street.settle()
}

async function openNever(till: Till): Promise<void> {
  await till.order('50.00')
  const { shop } = till
  await shop.checkout('340.00', { buyer: { ...newBuyer(), phone: '+971500000002' } })
  await till.play(await till.order('51.00'), 'reject')
  await till.play(await till.order('52.00'), 'cancel')
  await till.play(await till.order('53.00'), 'authorize', { card: '4000000000000002' })
}

async function moveMoney(till: Till): Promise<void> {
  await till.sell('61.00')
  const inParts = await till.sell('340.00')
  await till.capture(inParts, '100.00', 'c1')
  await till.rename(inParts, '1001-B')
  await till.capture(inParts, '240.00', 'c2')
  const renamed = await till.sell('120.00')
  await till.rename(renamed, '1002-A')
  await till.capture(renamed, '120.00')
  await till.rename(renamed, '1002-B')
  await till.refund(renamed, '40.00', 'r1')
  await till.rename(renamed, '1002-C')
  await till.refund(renamed, '60.00', 'r2')
  await till.rename(renamed, '1002-D')
  await till.refund(await till.deliver('99.99'), '99.99')
  // A shop's own reference may have the form of the service's.
  await till.refund(await till.deliver('80.00'), '30.00', 'dispute-1')
  await till.post(`/api/v2/payments/${await till.sell('70.00')}/close`)
  const partly = await till.sell('340.00')
  await till.capture(partly, '150.00')
  await till.post(`/api/v2/payments/${partly}/close`)
  await till.refund(await till.deliver('340.00', '4000000000005126'), '300.00')
  await till.refund(await till.deliver('200.00', '4000000000007726'), '200.00')
}

async function payByPage({ shop }: Till): Promise<void> {
  await payAs(await openForms(shop))
  const challenged = await openForms(shop)
  await payAs(challenged, '4000000000003220')
  await sendForm(challenged, 'bank', { answer: 'confirm' })
  const declined = await openForms(shop)
  await payAs(declined, '4000000000009995')
  await sendForm(declined, 'card', { number: '5555555555554444', expiry: '12/30', security_code: '123' })
  await sendForm(declined, 'pay')
  // The customer has given a card and left.
  await fillIn(await openForms(shop))
}

export async function payAs(customer: FormCustomer, card?: string): Promise<void> {
  await fillIn(customer, card)
  await sendForm(customer, 'pay')
}

async function sellInKuwait(till: Till): Promise<void> {
  const inParts = await till.sell('34.002')
  await till.capture(inParts, '20.000', 'c1')
  await till.play(inParts, 'pay', { what: 'next' })
  await till.play(inParts, 'pay', { what: 'all' })
  await till.post(`/api/v2/payments/${inParts}/close`)
  await till.refund(inParts, '7.125')
  await till.refund(await till.deliver('12.345'), '0.001')
}

async function loseAnswers(street: Street, till: Till): Promise<void> {
  const charged = await till.sell('64.00', '4000000000000259')
  await till.capture(charged, '64.00')
  await till.sell('65.00', '4000000000000267')
  await till.sell('66.00', '4000000000000275')
  await till.sell('67.00', '4000000000000283')
  await street.settle()
  // Charged after ten seconds.
  await pause(11_000)
  await street.api.service.database.query(
    'update charges set resolve_at = statement_timestamp() where resolve_at is not null',
  )
  await street.settle()
}
