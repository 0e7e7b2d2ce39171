import { allMerchants, type PersonId } from '../../base/ids.ts'
import type { Tx } from '../../db/db.ts'
import type { BackOffice } from '../back-office.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from '../store/recovery-codes.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts'

/** Gives a person new recovery codes, in clear for this once, in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  tx: Tx,
  backOffice: BackOffice,
  personId: PersonId,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  const ofPerson = { merchantId: allMerchants, backOffice, personId }
  await tx.run(deleteRecoveryCodes, ofPerson)
  await tx.run(insertRecoveryCodes, { ...ofPerson, hashes: codes.flatMap((code) => hashRecoveryCode(code) ?? []) })
  return codes
}
