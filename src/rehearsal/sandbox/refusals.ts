import { badData, conflict, notFound } from '../../platform/base/refusals.ts'

/** Every sentence that the sandbox may answer a caller with beside those of the rooms it plays in. */
export const refusals = {
  unreachableTime: badData(
    'advance must be an ISO 8601 duration such as P14DT1H, at most ten years, and not beyond the year 2999',
  ),
  invalidPaymentId: badData('invalid payment id'),
  notPrepared: conflict('this database cannot be reset: start the service once with the rights of its owner'),
  unknownCursor: badData('unknown cursor'),
  invalidWait: badData('wait must be an ISO 8601 duration such as PT30S, at most PT60S'),
  clockMoved: conflict('the clock has been moved meanwhile'),
  noSuchEntry: notFound('no such journal entry'),
}
