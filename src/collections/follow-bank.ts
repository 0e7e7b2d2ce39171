import type { ChargeResult } from '../adapters/card-processor.ts'
import type { App } from '../app/app.ts'
import { type Charge, processorCharge } from '../charges/charge.ts'
import { settleAnswer } from '../charges/settle-answer.ts'
import type { Actor } from '../merchants/caller.ts'
import { laterCharges } from './later-charges.ts'

/** The customer is back from the bank's own page: asks the processor what became of the challenged charge. Undecided, it stays challenged. */
export async function followBank(app: App, actor: Actor, charge: Charge): Promise<void> {
  const { state, kind, reference, challengeAddress: address } = charge
  if (state !== 'challenged' || kind !== 'early' || address === null) return
  const request = processorCharge(charge)
  await settleAnswer(app, actor, laterCharges, charge, async (cards): Promise<ChargeResult> => {
    const found = await cards.find(request)
    return found.kind === 'unknown' ? { kind: 'challenge', reference, address } : found
  })
}
