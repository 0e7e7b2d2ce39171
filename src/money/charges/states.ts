import { defineStates } from '../../platform/base/states.ts'

export type ChargeState = 'open' | 'challenged' | 'approved' | 'declined' | 'written_off' | 'to_void' | 'voided'

export type ChargeTransition =
  | 'challenge'
  | 'approve'
  | 'decline'
  | 'write_off'
  | 'rule_out'
  | 'arrive_late'
  | 'void'
  | 'fail_void'

/**
 * The states of a charge. `open` is stored before the processor is called, so that no answer is lost. A declined or
 * written-off charge may still arrive, and is then voided; `rule_out`: it never will. A void that fails, even after its
 * confirmation, is sent again as another attempt.
 */
export const chargeStates = defineStates<ChargeState, ChargeTransition>('charge', ['open'], {
  open: {
    challenge: ['challenged'],
    approve: ['approved'],
    decline: ['declined'],
    write_off: ['written_off'],
    arrive_late: ['to_void'],
  },
  challenged: {
    approve: ['approved'],
    decline: ['declined'],
    write_off: ['written_off'],
    arrive_late: ['to_void'],
  },
  approved: {},
  declined: { arrive_late: ['to_void'] },
  written_off: { rule_out: ['declined'], arrive_late: ['to_void'] },
  to_void: { void: ['voided'], fail_void: ['to_void'] },
  voided: { fail_void: ['to_void'] },
})

/** Returns the states before a transition, and the state after it. */
export function endsOf(transition: ChargeTransition): {
  readonly from: readonly ChargeState[]
  readonly to: ChargeState
} {
  const from = (Object.keys(chargeStates.table) as ChargeState[]).filter(
    (state) => transition in chargeStates.table[state],
  )
  const to = from.flatMap((state) => chargeStates.table[state][transition] ?? [])[0]
  if (to === undefined) throw new Error(`no state of a charge has ${transition}`)
  return { from, to }
}
