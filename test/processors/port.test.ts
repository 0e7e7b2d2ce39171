import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Charge } from '../../src/platform/adapters/card-processor.ts'
import { currencies } from '../../src/platform/base/markets.ts'
import { byService, moved, newFirstCharge, newRefund, referenceOf } from './movements.ts'
import { openTestedSandbox, openTestedStripe, type TestedCard, type TestedProcessor } from './tested-processors.ts'

/** The promises of every processor behind the port. */
const processors: Readonly<Record<string, () => Promise<TestedProcessor>>> = {
  "the sandbox's processor": openTestedSandbox,
  Stripe: openTestedStripe,
}

for (const [name, open] of Object.entries(processors)) {
  describe(name, async () => {
    const tested = await open()
    after(() => tested.close())
    hold(tested)
  })
}

function hold(tested: TestedProcessor): void {
  const { cards } = tested
  const newCharge = async (card: TestedCard, more: Partial<Charge> = {}): Promise<Charge> => {
    return { ...newFirstCharge(), token: await tested.token(card), ...more }
  }
  const charged = async (card: TestedCard, more: Partial<Charge> = {}): Promise<Charge> => {
    const charge = await newCharge(card, more)
    return { ...charge, reference: referenceOf(await cards.charge(charge)) }
  }

  test('charge: carries its references, and the same id never charges twice', async () => {
    const charge = await newCharge('good')
    const results = [await cards.charge(charge), await cards.charge(charge)]
    results.push(...(await Promise.all([cards.charge(charge), cards.charge(charge)])))
    const [first] = results
    assert.ok(first?.kind === 'charged' && first.reference !== '' && first.networkReference !== '')
    for (const result of results) assert.deepEqual(result, first)
    assert.deepEqual(await moved(cards, charge), [{ id: charge.id, type: 'charge', amountMinor: 8_500n }])
  })

  test('later charges of the agreement need no customer', async () => {
    const first = await charged('good')
    const later = await newCharge('good', { token: first.token, merchantId: first.merchantId, ...byService(first) })
    assert.equal((await cards.charge(later)).kind, 'charged')
    assert.equal((await moved(cards, first)).length, 2)
  })

  test('a charge with a lost answer is found, with and without its reference, and not charged again', async () => {
    const charge = await newCharge('good')
    assert.deepEqual(await cards.find(charge), { kind: 'unknown' })
    await tested.unheard(() => cards.charge(charge))
    const found = await cards.find(charge)
    assert.equal(found.kind, 'charged')
    assert.deepEqual(await cards.find({ ...charge, reference: referenceOf(found) }), found)
    assert.deepEqual(await cards.charge(charge), found)
    assert.equal((await moved(cards, charge)).length, 1)
  })

  test('find: a charge that never arrived is unknown', async () => {
    assert.deepEqual(await cards.find(await newCharge('good')), { kind: 'unknown' })
  })

  for (const [card, reason, retry] of [
    ['declined', 'declined', 'later'],
    ['no money', 'insufficient_funds', 'later'],
    ['expired', 'expired_card', 'with_another_card'],
  ] as const) {
    test(`a card with ${reason} is declined, is found so, and moves nothing`, async () => {
      const charge = await newCharge(card)
      const declined = { kind: 'declined', reason, retry }
      assert.deepEqual(await cards.charge(charge), declined)
      assert.deepEqual(await cards.charge(charge), declined)
      assert.deepEqual(await cards.find(charge), declined)
      assert.deepEqual(await moved(cards, charge), [])
    })
  }

  test('a stolen card is a hard decline', async () => {
    const charge = await newCharge('stolen later', byService(newFirstCharge()))
    assert.deepEqual(await cards.charge(charge), { kind: 'declined', reason: 'stolen_card', retry: 'never' })
  })

  test('a confirmed challenge is charged, once', async () => {
    const charge = await newCharge('challenged')
    const challenged = await cards.charge(charge)
    assert.equal(challenged.kind, 'challenge')
    assert.deepEqual(await moved(cards, charge), [])
    const challenge = { ...charge, reference: referenceOf(challenged) }
    tested.answerBank(challenge.reference, true)
    const result = await cards.answerChallenge(challenge, true)
    assert.equal(result.kind, 'charged')
    assert.deepEqual(await cards.answerChallenge(challenge, true), result)
    assert.deepEqual(await cards.answerChallenge(challenge, false), result)
    assert.deepEqual(await cards.find(charge), result)
    assert.equal((await moved(cards, charge)).length, 1)
  })

  test('a withdrawn challenge stays declined, whatever the bank reports later', async () => {
    const charge = await newCharge('challenged')
    const challenge = { ...charge, reference: referenceOf(await cards.charge(charge)) }
    const declined = { kind: 'declined', reason: 'not_confirmed', retry: 'later' }
    assert.deepEqual(await cards.answerChallenge(challenge, false), declined)
    tested.answerBank(challenge.reference, true)
    assert.deepEqual(await cards.answerChallenge(challenge, true), declined)
    assert.deepEqual(await cards.find(charge), declined)
    assert.deepEqual(await moved(cards, charge), [])
  })

  test('a charge under way is pending until it is charged', async () => {
    const charge = await newCharge('slow')
    await cards.charge(charge).catch(() => undefined)
    assert.deepEqual(await cards.find(charge), { kind: 'pending' })
    tested.settle()
    assert.equal((await cards.find(charge)).kind, 'charged')
  })

  test('refund: in parts, up to the whole charge', async () => {
    const charge = await charged('good')
    const [first, second, third] = [newRefund(charge, 2_000n), newRefund(charge, 6_500n), newRefund(charge, 10n)]
    assert.equal((await cards.refund(first)).kind, 'refunded')
    assert.deepEqual(await cards.refund(newRefund(charge, 6_510n)), { kind: 'failed' })
    assert.equal((await cards.refund(second)).kind, 'refunded')
    assert.deepEqual(await cards.refund(third), { kind: 'failed' })
    assert.deepEqual(await moved(cards, charge), [
      { id: charge.id, type: 'charge', amountMinor: 8_500n },
      { id: first.id, type: 'refund', amountMinor: 2_000n },
      { id: second.id, type: 'refund', amountMinor: 6_500n },
    ])
  })

  test('refund: the same id never refunds twice, also after a lost answer', async () => {
    const charge = await charged('good')
    const refund = newRefund(charge, 2_000n)
    assert.deepEqual(await cards.findRefund(refund), { kind: 'unknown' })
    await tested.unheard(() => cards.refund(refund))
    assert.equal((await cards.findRefund(refund)).kind, 'refunded')
    assert.equal((await cards.refund(refund)).kind, 'refunded')
    assert.equal((await moved(cards, charge)).length, 2)
  })

  test('refund: a pending one is settled in the end', async () => {
    const charge = await charged('slow refunds')
    const refund = newRefund(charge, 2_000n)
    assert.deepEqual(await cards.refund(refund), { kind: 'pending' })
    tested.settle()
    assert.equal((await cards.findRefund(refund)).kind, 'refunded')
  })

  test('refund: an accepted one may fail later and then has moved nothing', async () => {
    const charge = await charged('failing refunds')
    const refund = newRefund(charge, 2_000n)
    assert.notEqual((await cards.refund(refund)).kind, 'failed')
    tested.settle()
    assert.deepEqual(await cards.findRefund(refund), { kind: 'failed' })
    assert.equal((await moved(cards, charge)).length, 1)
  })

  test('refund: a confirmed one may fail later, unless it was final', async () => {
    const charge = await charged('returns that fail later')
    const refund = newRefund(charge, 2_000n)
    assert.notEqual(await cards.refund(refund), { kind: 'refunded', isFinal: true })
    assert.equal((await moved(cards, charge)).length, 2)
    tested.settle()
    assert.deepEqual(await cards.findRefund(refund), { kind: 'failed' })
    assert.deepEqual(await cards.findRefund(refund), { kind: 'failed' })
    assert.equal((await moved(cards, charge)).length, 1)
  })

  test('refund: a failed one is sent again under its id as the next attempt, once', async () => {
    const charge = await charged('returns that fail later')
    const first = newRefund(charge, charge.amountMinor)
    await cards.refund(first)
    tested.settle()
    assert.deepEqual(await cards.findRefund(first), { kind: 'failed' })
    const next = { ...first, attempt: 2 }
    assert.deepEqual(await cards.findRefund(next), { kind: 'unknown' })
    await tested.unheard(() => cards.refund(next))
    assert.notEqual((await cards.refund(next)).kind, 'failed')
    const lines = (await moved(cards, charge)).filter(({ type }) => type === 'refund')
    assert.deepEqual(lines, [{ id: first.id, type: 'refund', amountMinor: charge.amountMinor }])
  })

  test('amounts at the limits can be charged and refunded', async () => {
    for (const currency of currencies) {
      const { smallestMinor, stepMinor } = cards.limits(currency)
      assert.ok(smallestMinor > 0n && smallestMinor % stepMinor === 0n)
      for (const amountMinor of [smallestMinor, smallestMinor + stepMinor]) {
        const charge = await charged('good', { currency, amountMinor })
        assert.equal((await cards.refund(newRefund(charge, stepMinor))).kind, 'refunded')
      }
    }
  })

  test('report: of one merchant, mode and time, oldest first', async () => {
    const charge = await charged('good')
    const other = await charged('good', { merchantId: charge.merchantId, currency: 'KWD', amountMinor: 1_230n })
    await charged('good')
    await cards.refund(newRefund(charge, 10n))
    const query = {
      merchantId: charge.merchantId,
      isTest: charge.isTest,
      from: charge.at - 2_000,
      to: charge.at + 60_000,
    }
    const lines = await cards.report(query)
    assert.deepEqual(lines.map(({ type, currency, amountMinor }) => [type, currency, amountMinor]).sort(), [
      ['charge', 'AED', 8_500n],
      ['charge', 'KWD', 1_230n],
      ['refund', 'AED', 10n],
    ])
    const times = lines.map(({ at }) => at)
    assert.deepEqual(times, times.toSorted())
    assert.ok(lines.some(({ id }) => id === other.id))
    assert.deepEqual(await cards.report({ ...query, isTest: !charge.isTest }), [])
    assert.deepEqual(await cards.report({ ...query, to: query.from }), [])
    assert.deepEqual(await cards.report({ ...query, from: query.to, to: query.to + 60_000 }), [])
  })

  test('report: a refund follows its charge, also with times in whole seconds', async () => {
    const second = Math.floor(Date.now() / 1_000) * 1_000
    const charge = await charged('good', { at: second + 700 })
    await cards.refund({ ...newRefund(charge, 10n), at: second })
    assert.deepEqual(
      (await moved(cards, charge)).map(({ type }) => type),
      ['charge', 'refund'],
    )
  })
}
