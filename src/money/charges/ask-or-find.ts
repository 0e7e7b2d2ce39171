import type { CardProcessor, ChargeResult } from '../../platform/adapters/card-processor.ts'
import { type Charge, processorCharge } from './charge.ts'

/**
 * Asks for the charge, with where the bank sends the customer back to; where the answer is lost it is looked for at once. Throws what was
 * thrown where the processor does not know it.
 */
export async function askOrFind(cards: CardProcessor, charge: Charge, returnUrl = ''): Promise<ChargeResult> {
  const request = processorCharge(charge, returnUrl)
  try {
    return await cards.charge(request)
  } catch (error) {
    const found = await cards.find(request)
    if (found.kind === 'unknown') throw error
    return found
  }
}
