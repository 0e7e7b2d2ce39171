import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planHistories } from '../../testkit/plan-histories.ts'
import { playPlan } from '../../testkit/plan-play.ts'

// The proof (P23) plays 4,000 histories in its short form and 1,000,000 in its long one.
const [fewest, most, atOnce] = [2_000, 10_000, 500]

test('random histories of plans in AED and KWD agree with the model and keep every rule of the plan', () => {
  const plans = new Set<string>()
  const installments = new Set<string>()
  const messages = new Set<string>()
  let refusedForGood = 0
  let refusedTooOften = 0
  let failedReturns = 0
  const histories = fc.property(planHistories, (history) => {
    const model = playPlan(history)
    const { status, installments: own } = model.view()
    plans.add(status)
    for (const one of own) installments.add(one.status)
    for (const { what } of model.messages) messages.add(what.split(' ')[0] ?? '')
    if (model.isNever()) refusedForGood += 1
    if (model.isTooOften(model.now)) refusedTooOften += 1
    if (model.returns.some(({ hasFailed }) => hasFailed)) failedReturns += 1
  })
  const rarest = (): number => Math.min(refusedForGood, refusedTooOften, failedReturns)
  for (let played = 0; played < fewest || (played < most && rarest() <= 10); played += atOnce)
    fc.assert(histories, { numRuns: atOnce })
  assert.deepEqual([...plans].sort(), ['active', 'cancelled', 'completed', 'defaulted', 'overdue'])
  assert.deepEqual([...installments].sort(), ['cancelled', 'due', 'overdue', 'paid', 'scheduled'])
  assert.deepEqual([...messages].sort(), ['collected', 'collection_failed', 'reminder', 'returned'])
  assert.ok(rarest() > 10, `${[refusedForGood, refusedTooOften, failedReturns]}`)
})
