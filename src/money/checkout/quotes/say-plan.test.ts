import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PlanTerms, standardTerms } from '../../../platform/merchants/stores/plan-terms.ts'
import { splitIntoParts } from '../../plans/plan.ts'
import { sayPlan } from './say-plan.ts'

const say = (changes: Partial<PlanTerms>, amountMinor = 600_00n) => {
  const terms = { ...standardTerms, ...changes }
  const parts = splitIntoParts({ terms, currency: 'AED', amountMinor, startsAt: 0 })
  return sayPlan({ terms, parts }, amountMinor, 'AED')
}
const plain = (text = ''): string => text.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '').replaceAll('\u00a0', ' ')

test('four equal monthly parts without a fee need no sentence', () => {
  assert.equal(say({}), undefined)
  assert.equal(say({}, 600_01n), undefined)
})

test('another plan is said with what is paid today, then, in all, and its fee', () => {
  const fee = { serviceFee: { percent: 2_50, fixedMinor: 1_00n }, feeOn: 'spread' } as const
  const six = say({ count: 6, downPayment: 10_00, ...fee })
  assert.equal(
    plain(six?.en),
    'Pay AED 62.66 today, then 4 × AED 110.66 and AED 110.70, one a month: AED 616.00 in all, with a service fee of AED 16.00, no interest.',
  )
  assert.match(plain(six?.ar), /62\.66.*4 × 110\.66.*و110\.70.*616\.00.*16\.00/)
  assert.equal(
    plain(say({ count: 2, period: 'P2W' })?.en),
    'Pay AED 300.00 today and AED 300.00 in two weeks: AED 600.00 in all, no interest, no fees.',
  )
  assert.match(plain(say({ count: 3, period: 'P2W' })?.en), /then 2 × AED 200\.00, two weeks apart/)
  assert.match(plain(say({ count: 2 })?.en), /AED 300\.00 in a month/)
  assert.match(plain(say({ ...fee })?.en), /in all, with a service fee/)
})
