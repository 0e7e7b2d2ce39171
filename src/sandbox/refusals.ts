import { badData } from '../base/refusals.ts'

/** Every sentence that the sandbox may answer a caller with beside those of the rooms it plays in. */
export const refusals = {
  unreachableTime: badData(
    'advance must be an ISO 8601 duration such as P14DT1H, at most ten years, and not beyond the year 2999',
  ),
  invalidPaymentId: badData('invalid payment id'),
}
