import { badData, conflict, notFound } from '../platform/base/refusals.ts'
import { maxFaults } from './faults/fault.ts'

/** How many snapshots a sandbox keeps: each is a copy of its database. */
export const maxSnapshots = 10

/**
 * Every refusal of the sandbox's own calls. Calls on payments and disputes also answer with the refusals of those
 * rooms.
 */
export const refusals = {
  unreachableTime: badData(
    'advance must be an ISO 8601 duration such as P14DT1H, at most ten years, and not beyond the year 2999',
  ),
  clockMoved: conflict('the clock has been moved meanwhile'),
  invalidPaymentId: badData('invalid payment id'),
  notPrepared: conflict('this database cannot be reset: start the service once with the rights of its owner'),
  unknownCursor: badData('unknown cursor'),
  invalidWait: badData('wait must be an ISO 8601 duration such as PT30S, at most PT60S'),
  invalidNewest: badData('newest must be a whole number from 1 to 500, without since and payment_id'),
  noSuchEntry: notFound('no such journal entry'),
  noDecision: notFound('no decision is set'),
  noSuchFault: notFound('no such fault'),
  tooManyFaults: badData(`a merchant has at most ${maxFaults} faults`),
  noSuchCertificate: notFound('no such certificate'),
  certificateBusy: conflict('the run of the certificate has not come to it yet: ask again'),
  noSnapshots: conflict('only a throw-away sandbox keeps snapshots: npx qist sandbox or npx qist exec starts one'),
  noSuchSnapshot: notFound('no such snapshot'),
  invalidSnapshotName: badData('the name of a snapshot has 1 to 40 letters, digits, - and _'),
  tooManySnapshots: badData(`a sandbox keeps at most ${maxSnapshots} snapshots`),
  snapshotBusy: conflict('a snapshot is being taken or restored'),
  certificateOpen: conflict('a certificate is being run: end it, or wait until it is finished'),
}
