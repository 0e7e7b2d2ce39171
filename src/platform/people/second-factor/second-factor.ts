import type { Config } from '../../app/config.ts'
import type { BackOffice } from '../back-office.ts'
import type { Stage } from '../sessions/session.ts'

/** Whether nobody works at the back office without a second factor: support sees what all customers have bought. */
export function isRequiredAt(backOffice: BackOffice, { mode }: Pick<Config, 'mode'>): boolean {
  return backOffice === 'support' && mode === 'production'
}

/** What a session waits for whose person has given the password. */
export function stageAfterPassword(
  backOffice: BackOffice,
  config: Pick<Config, 'mode'>,
  hasSecondFactor: boolean,
): Stage {
  if (hasSecondFactor) return 'code'
  return isRequiredAt(backOffice, config) ? 'enrol' : 'open'
}
