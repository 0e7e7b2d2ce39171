import type { CardProcessor, Charge, ChargeFinding, ChargeResult } from '../../src/adapters/card-processor.ts'
import type { TestService } from './service.ts'

/** Every charge that waits for a look is due now, as if its time had come by the database's clock. */
export async function makeChargesDue({ database }: Pick<TestService, 'database'>): Promise<void> {
  await database.query(`update charges set resolve_at = statement_timestamp() where resolve_at is not null`)
}

/** A processor that does what a test tells it, and keeps what it was asked, in order. */
export interface ScriptedCards {
  charge: (charge: Charge) => Promise<ChargeResult>
  answerChallenge: (charge: Charge, isConfirmed: boolean) => Promise<ChargeResult>
  find: (charge: Charge) => Promise<ChargeFinding>
  giveBack: (charge: Charge) => Promise<void>
  readonly asked: { readonly kind: 'charge' | 'answerChallenge' | 'find' | 'giveBack'; readonly id: string }[]
}

/** Puts a scripted processor in the place of the one of test keys. Unless told, it charges, knows of nothing, and gives back. */
export function scriptCards({ app }: Pick<TestService, 'app'>): ScriptedCards {
  const script: ScriptedCards = {
    charge: async () => ({ kind: 'charged' }),
    answerChallenge: async () => ({ kind: 'declined', reason: 'not_confirmed' }),
    find: async () => ({ kind: 'unknown' }),
    giveBack: async () => undefined,
    asked: [],
  }
  const { asked } = script
  const scripted: Omit<CardProcessor, 'tokenize'> = {
    charge(charge) {
      asked.push({ kind: 'charge', id: charge.id })
      return script.charge(charge)
    },
    answerChallenge(charge, isConfirmed) {
      asked.push({ kind: 'answerChallenge', id: charge.id })
      return script.answerChallenge(charge, isConfirmed)
    },
    find(charge) {
      asked.push({ kind: 'find', id: charge.id })
      return script.find(charge)
    },
    giveBack(charge) {
      asked.push({ kind: 'giveBack', id: charge.id })
      return script.giveBack(charge)
    },
  }
  Object.assign(app.cards.test, scripted)
  return script
}
