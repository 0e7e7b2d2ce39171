import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planHistories } from '../../testkit/plan-histories.ts'
import { playPlan } from '../../testkit/plan-play.ts'

test('10,000 random histories of plans in AED and KWD agree with the model and keep every rule of the plan', () => {
  const plans = new Set<string>()
  const installments = new Set<string>()
  const messages = new Set<string>()
  let refusedForGood = 0
  let refusedTooOften = 0
  let failedReturns = 0
  fc.assert(
    fc.property(planHistories, (history) => {
      const model = playPlan(history)
      const { status, installments: own } = model.view()
      plans.add(status)
      for (const one of own) installments.add(one.status)
      for (const { what } of model.messages) messages.add(what.split(' ')[0] ?? '')
      if (model.isNever()) refusedForGood += 1
      if (model.isTooOften(model.now)) refusedTooOften += 1
      if (model.returns.some(({ hasFailed }) => hasFailed)) failedReturns += 1
    }),
    { numRuns: 10_000 },
  )
  assert.deepEqual([...plans].sort(), ['active', 'cancelled', 'completed', 'defaulted', 'overdue'])
  assert.deepEqual([...installments].sort(), ['cancelled', 'due', 'overdue', 'paid', 'scheduled'])
  assert.deepEqual([...messages].sort(), ['collected', 'collection_failed', 'reminder', 'returned'])
  for (const times of [refusedForGood, refusedTooOften, failedReturns]) assert.ok(times > 10, `${times}`)
})
