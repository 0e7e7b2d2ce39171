import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tellStory } from '../../src/money/explain/story.ts'
import { printedEvents } from '../support/printed-events.ts'
import { openStage, type Stage } from '../support/rich-life.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

const laterDeclined = '4000000000000341'
const laterStolen = '4000000000009979'
const good = '4242424242424242'

/** Acts within one second, a tenth of it apart. */
function actsOn(id: string) {
  const act = async (path: string, body: object): Promise<number> => {
    stage.service.clock.advance(100)
    return (await stage.shop.call('POST', path, body)).status
  }
  const move = (what: string, amount: string) =>
    act(`/api/v2/payments/${id}/${what}`, { amount, reference_id: `${what} ${amount}` })
  return {
    authorize: (card: string) => act(`/sandbox/payments/${id}/authorize`, { card }),
    capture: (amount: string) => move('captures', amount),
    refund: (amount: string) => move('refunds', amount),
    pay: (what: string) => act(`/sandbox/payments/${id}/pay`, { what }),
    giveCard: (number: string) => act(`/sandbox/payments/${id}/card`, { number }),
  }
}

/** Runs the acts within one second. */
async function within(amount: string, live: (acts: ReturnType<typeof actsOn>) => Promise<unknown>): Promise<string> {
  const id = await stage.shop.createdPayment(amount)
  stage.wait(1)
  const { clock } = stage.service
  const begun = Math.floor(clock.now() / 1_000)
  await live(actsOn(id))
  assert.equal(Math.floor(clock.now() / 1_000), begun, 'all within a second')
  clock.advance(1_000 - (clock.now() % 1_000))
  return id
}

const storyKinds = ['change', 'charge', 'return', 'card', 'message']
async function tell(id: string) {
  const story = (await tellStory(stage.service.app, id)) ?? assert.fail('no such payment')
  return printedEvents(story).filter(({ what, isDetail }) => storyKinds.includes(what) && !isDetail)
}
const kindsOf = async (id: string): Promise<string> => (await tell(id)).map(({ label }) => label).join(', ')

const bought = 'created, charged, authorized'

test('within a second: a declined charge and a new card come before the later charge and refunds', async () => {
  const id = await within('40.00', async ({ authorize, capture, pay, giveCard, refund }) => {
    await authorize(laterDeclined)
    await capture('40.00')
    assert.equal(await pay('all'), 400)
    await giveCard(good)
    assert.equal(await pay('all'), 200)
    await refund('32.00')
    await refund('1.00')
  })
  const paid = `${bought}, captured, declined, texted, new card, charged, texted`
  assert.equal(await kindsOf(id), `${paid}, refunded, goes back, goes back, refunded, goes back`)
  const charges = (await tell(id)).filter(({ what }) => what === 'charge')
  assert.deepEqual(
    charges.map(({ details }) => [details['state'], details['installments']]),
    [
      ['approved', [1]],
      ['declined', [2, 3, 4]],
      ['approved', [2, 3, 4]],
    ],
  )
})

test('advancing the clock later does not change the order', async () => {
  const id = await within('40.00', async ({ authorize, capture, pay, giveCard, refund }) => {
    await authorize(laterDeclined)
    await capture('40.00')
    assert.equal(await pay('next'), 400)
    await refund('8.00')
    await giveCard(good)
    assert.equal(await pay('next'), 200)
  })
  const inOrder = `${bought}, captured, declined, texted, refunded, new card, charged, texted`
  assert.equal(await kindsOf(id), inOrder)
  await stage.pass('PT90M')
  assert.equal(await kindsOf(id), inOrder)
})

test('within a second: a declined charge comes before a later capture, and each text after its charge', async () => {
  const id = await within('80.00', async ({ authorize, capture, pay, giveCard }) => {
    await authorize(laterDeclined)
    await capture('30.00')
    assert.equal(await pay('all'), 400)
    await giveCard(laterStolen)
    assert.equal(await pay('all'), 400)
    await giveCard(good)
    await capture('50.00')
  })
  // The order of the last two is not defined.
  const expected = `${bought}, captured, declined, texted, declined, texted, captured, new card`
  assert.equal(await kindsOf(id), expected)
})
