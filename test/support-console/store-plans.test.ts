import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { fieldsIn } from './fields-in.ts'

let service: TestService
let shop: DisputeShop
let agent: BackOfficeVisitor
let page: string
let action: string
let code: string
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  const [store] = await service.database.query(
    `select id, merchant_code from stores where merchant_id = '${shop.merchantId}'`,
  )
  code = String(store?.['merchant_code'])
  page = `/support/merchants/${shop.merchantId}`
  action = `${page}/stores/${store?.['id']}/plans`
})
after(() => service.close())

const offered = async () => {
  const [row] = await service.database.query(`select plans from stores where merchant_id = '${shop.merchantId}'`)
  return row?.['plans']
}
const fields = async () => fieldsIn((await agent.get(page)).text, action)

test("an agent sets a store's plans, and the form shows them with room for one more", async () => {
  assert.match((await agent.get(page)).text, /four monthly parts, no fee/)
  const six = { plan0_count: '6', plan0_down_payment: '10', plan0_fee_percent: '2.5', plan0_fee_on: 'spread' }
  const range = { plan0_min_amount: '500', plan0_max_amount: '' }
  const { location } = await agent.send(action, { ...(await fields()), ...six, ...range, service_fee_refund: 'all' })
  assert.match(location, /done=settings$/)
  assert.deepEqual(await offered(), {
    terms: [
      {
        ...{ count: 6, period: 'P1M', down_payment: '10.00', service_fee: { percent: '2.50', fixed: '0.00' } },
        ...{ fee_on: 'spread', min_amount: '500.00', max_amount: null },
      },
    ],
    fee_refund: 'all',
  })
  const shown = await fields()
  assert.deepEqual([shown['plan0_count'], shown['plan0_min_amount'], shown['plan1_count']], ['6', '500.00', ''])
  assert.match(
    (await agent.get(page)).text,
    /6 parts, monthly, 10\.00 % first, from AED.500\.00, fee 2\.50 % and AED.0\.00 in every part<.*A refund gives back the whole fee/s,
  )
  const added = { plan1_count: '4', plan1_period: 'P1M', plan1_max_amount: '1000' }
  assert.match((await agent.send(action, { ...shown, ...added })).location, /done=settings$/)
  const [written] = await service.database.query(
    `select details from activities where what = 'change_store' order by id desc limit 1`,
  )
  assert.deepEqual(written?.['details'], {
    ...{ merchant_code: code, plans: '6xP1M 4xP1M', service_fee_refund: 'all', responsibility: false },
  })
})

test('a plan that cannot be right is marked, and nothing is saved', async () => {
  const before = await offered()
  const shown = await fields()
  const wrong = await agent.send(action, { ...shown, plan1_count: '13', plan1_fee_fixed: 'x' })
  assert.equal(wrong.status, 422)
  assert.equal(wrong.text.match(/This cannot be right/g)?.length, 2)
  assert.match(wrong.text, /name="plan1_count"[^>]*aria-invalid="true"/)
  assert.equal(fieldsIn(wrong.text, action)['plan1_fee_fixed'], 'x')
  const stale = await agent.send(action, { ...shown, seen: 'null' })
  assert.equal(stale.status, 409)
  assert.match(stale.text, /somebody has changed this/)
  assert.deepEqual(await offered(), before)
})

test("plans beyond the market's profile need an agent who answers for them, and the name is written down", async () => {
  const beyond = { ...(await fields()), plan0_fee_percent: '40' }
  const refused = await agent.send(action, beyond)
  assert.equal(refused.status, 422)
  assert.match(refused.text, /The market does not allow this/)
  assert.match((await agent.send(action, { ...beyond, accept: 'yes' })).location, /done=settings$/)
  const written = await service.database.query(
    `select rule, value, accepted_by from responsibilities where merchant_id = '${shop.merchantId}'`,
  )
  assert.deepEqual(written, [{ rule: 'customer_fees', value: '40.00 % + 0.00 AED', accepted_by: 'agent@support.test' }])
})

test('without a number of parts a plan goes, and without plans the standard terms are back', async () => {
  const none = { plan0_count: '', plan1_count: '', service_fee_refund: 'proportion' }
  assert.match((await agent.send(action, { ...(await fields()), ...none })).location, /done=settings$/)
  assert.equal(await offered(), null)
  assert.deepEqual(succeed(await shop.call('GET', `/sandbox/stores/${code}/plans`)).body.plans, [])
})

test('a smallest order for which the fixed fee of a plan is too high is refused', async () => {
  const settings = action.replace(/\/plans$/, '')
  const send = async (smallest_order: string) => {
    const shown = fieldsIn((await agent.get(page)).text, settings)
    return agent.send(settings, { ...shown, smallest_order })
  }
  assert.match((await send('100')).location, /done=settings$/)
  const none = Object.fromEntries(
    Object.keys(await fields()).flatMap((name) => (/^plan[1-9]/.test(name) ? [[name, '']] : [])),
  )
  const fixed = {
    plan0_count: '4',
    plan0_down_payment: '',
    plan0_fee_percent: '0',
    plan0_fee_fixed: '30',
    plan0_min_amount: '',
  }
  assert.match((await agent.send(action, { ...(await fields()), ...none, ...fixed })).location, /done=settings$/)
  assert.equal((await send('1')).status, 422)
  const [row] = await service.database.query(
    `select smallest_order_minor from stores where merchant_id = '${shop.merchantId}'`,
  )
  assert.equal(row?.['smallest_order_minor'], '10000')
})
