import { answerTimeMs } from '../../../money/disputes/dispute.ts'
import { owedFor, previewRefund } from '../../../money/disputes/preview-refund.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import type { SupportVisit } from '../page.ts'
import type { DecisionName } from './decisions.ts'
import type { LoadedCase } from './load-case.ts'

/**
 * Returns the sentence about what a decision does to whose money, with the figures of this moment. `amountMinor`: the
 * typed amount of another refund.
 */
export function effectOf(visit: SupportVisit, loaded: LoadedCase, name: DecisionName, amountMinor?: bigint): string {
  const { app, words, moment } = visit
  const { texts } = words
  const { actor, payment } = loaded
  const { amountMinor: disputedMinor, proposedMinor, currency } = loaded.dispute
  const amount = words.money(disputedMinor, currency)
  const until = moment(nowFor(app, actor) + answerTimeMs, currency)
  const owed = owedFor(payment)
  switch (name) {
    case 'refund':
      return refundEffect(visit, loaded, disputedMinor)
    case 'refund-amount':
      return amountMinor === undefined ? texts.refundAmountEffect(amount) : refundEffect(visit, loaded, amountMinor)
    case 'decline':
      return owed === 0n ? texts.declineEffect(amount) : texts.declineEffectOwed(amount, words.money(owed, currency))
    case 'ask-merchant':
      return texts.askMerchantEffect(amount, until)
    case 'ask-customer':
      return texts.askCustomerEffect(amount, until)
    case 'accept-amount':
      return texts.acceptEffect(words.money(proposedMinor ?? disputedMinor, currency), amount)
    default:
      return texts.commentEffect
  }
}

function refundEffect(visit: SupportVisit, loaded: LoadedCase, amountMinor: bigint): string {
  const { app, words } = visit
  const { texts } = words
  const { actor, dispute } = loaded
  const money = (minor: bigint): string => words.money(minor, dispute.currency)
  const { returnedMinor, lessOwedMinor, payoutMinor, feesBackMinor } = previewRefund(app, actor, loaded, amountMinor)
  const customer =
    returnedMinor > 0n && lessOwedMinor > 0n
      ? texts.customerGetsBoth(money(returnedMinor), money(lessOwedMinor))
      : lessOwedMinor > 0n
        ? texts.customerOwesLess(money(lessOwedMinor))
        : texts.customerGets(money(returnedMinor))
  const payout = money(payoutMinor)
  const merchant =
    feesBackMinor === 0n ? texts.payoutLower(payout) : texts.payoutLowerFees(payout, money(feesBackMinor))
  return `${customer} ${merchant}`
}
