import type { Config } from '../../app/config.ts'
import type { Desk } from '../desk.ts'
import type { Stage } from '../sessions/session.ts'

/** Whether nobody works at the desk without a second factor: support sees what all customers have bought. */
export function isRequiredAt(desk: Desk, { mode }: Pick<Config, 'mode'>): boolean {
  return desk === 'support' && mode === 'production'
}

/** What a session waits for whose person has given the password. */
export function stageAfterPassword(desk: Desk, config: Pick<Config, 'mode'>, hasSecondFactor: boolean): Stage {
  if (hasSecondFactor) return 'code'
  return isRequiredAt(desk, config) ? 'enrol' : 'open'
}
