import { processorOf } from '../../money/charges/processor.ts'
import { readCard } from '../../money/checkout/card/card.ts'
import type { Card } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { wrongFields, wrongValue } from '../../platform/base/refusals.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'

/**
 * What is kept of a card whose number alone was given: the last year that a clock reaches, whenever that was. So the same number is the
 * same card, however far the clock has moved, and a card that was refused for good does not come back as another one. None is ever past.
 */
const keptExpiry = { expiryMonth: 12, expiryYear: 2999 } as const

/** The card of this number, as if its customer had typed the rest. Refuses, at that member of the body, what is no card number,
 * and every number where the processor asks for cards itself. */
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
