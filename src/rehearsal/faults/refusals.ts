import { badData, notFound } from '../../platform/base/refusals.ts'
import { maxFaults } from './fault.ts'

/** Every sentence that calls of fault rules may be answered with, beside the list of wrong fields. */
export const refusals = {
  noSuchFault: notFound('no such fault'),
  tooMany: badData(`a merchant has at most ${maxFaults} faults`),
}
