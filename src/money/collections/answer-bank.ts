import type { App } from '../../platform/app/app.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { type Charge, processorCharge } from '../charges/charge.ts'
import { settleAnswer } from '../charges/settle-answer.ts'
import { laterCharges } from './later-charges.ts'

/**
 * The customer has answered the bank about a challenged charge of later parts. Where the bank asks at its own address, `isConfirmed`
 * confirms nothing: the processor is asked what they answered there. Answers what kept that from being written down, undefined where nothing
 * did.
 */
export async function answerBank(app: App, actor: Actor, charge: Charge, isConfirmed: boolean): Promise<unknown> {
  if (charge.state !== 'challenged' || charge.kind !== 'early') return undefined
  const request = processorCharge(charge)
  return settleAnswer(app, actor, laterCharges, charge, (cards) => cards.answerChallenge(request, isConfirmed))
}
