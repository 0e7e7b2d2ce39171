import { processorOf } from '../../money/charges/processor.ts'
import { readCard } from '../../money/checkout/card/card.ts'
import type { Card } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { wrongFields, wrongValue } from '../../platform/base/refusals.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'

/**
 * Stored expiry of a card that was given by its number alone: the last year that a clock reaches. So a number is always
 * the same card, however far the clock is advanced, and a declined card does not return as a new one.
 */
const keptExpiry = { expiryMonth: 12, expiryYear: 2999 } as const

/**
 * Returns the card of this number, with the other details filled in. Refuses, at member `field`, an invalid card
 * number, and any number if the processor has its own card page.
 */
export async function takeCard(app: App, actor: Actor, number: string, field: string): Promise<Card> {
  const processor = processorOf(app, actor.isTest)
  if (processor.hostedCard !== undefined) throw wrongFields([wrongValue(field, 'is to be given at the card processor')])
  const now = nowFor(app, actor)
  const expiry = `12 / ${new Date(now).getUTCFullYear()}`
  for (const security_code of ['123', '1234']) {
    const read = readCard({ number, expiry, security_code }, now)
    if ('card' in read) return { ...(await processor.tokenize(read.card)), ...keptExpiry }
  }
  throw wrongFields([wrongValue(field, 'is no card number')])
}
