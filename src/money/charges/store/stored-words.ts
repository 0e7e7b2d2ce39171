import { type Column, text } from '../../../platform/db/columns.ts'
import type { ChargeState } from '../states.ts'

/**
 * Words of the table `charges` that differ from the code's. They cannot change: checks and partial indexes of the
 * table name them, and a process of the version before, which may run beside this one, knows no others
 * (docs/decisions/0104-stored-words.md).
 */
const storedStates: Partial<Record<ChargeState, string>> = { to_void: 'to_give_back', voided: 'given_back' }

/** The column that counts the checks of a charge. */
export const checksColumn = 'looks'

/** Returns the stored word of a state. */
export function storedState(state: ChargeState): string {
  return storedStates[state] ?? state
}

/** Returns the state of a stored word. */
export function stateFrom(stored: string): ChargeState {
  const renamed = Object.entries(storedStates).find(([, word]) => word === stored)
  return (renamed?.[0] ?? stored) as ChargeState
}

/** A state as a parameter of a statement. */
export const chargeState: Column<ChargeState> = { pg: text.pg, nullable: false, encode: storedState }
