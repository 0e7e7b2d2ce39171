import type { App } from '../app/app.ts'
import { type Charge, processorCharge } from '../charges/charge.ts'
import { settleAnswer } from '../charges/settle-answer.ts'
import type { Actor } from '../merchants/caller.ts'
import { laterCharges } from './later-charges.ts'

/** The customer has answered the bank about a challenged charge of later parts, at our page in its place. */
export async function answerBank(app: App, actor: Actor, charge: Charge, isConfirmed: boolean): Promise<void> {
  if (charge.state !== 'challenged' || charge.kind !== 'early' || charge.challengeAddress !== null) return
  const request = processorCharge(charge)
  await settleAnswer(app, actor, laterCharges, charge, (cards) => cards.answerChallenge(request, isConfirmed))
}
