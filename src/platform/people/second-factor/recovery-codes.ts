import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'
import type { App } from '../../app/app.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import type { Tx } from '../../db/db.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOffice } from '../back-office.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from '../store/recovery-codes.ts'

/** Codes in one set. */
const count = 10

/**
 * Returns new codes of 80 random bits, as four groups of four letters. That is too many to guess, even from the
 * stored hashes.
 */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, () => new Secret({ size: 10 }).base32.match(/.{4}/g)?.join('-') ?? '')
}

/** Returns the stored hash of a code. Ignores case, spaces and dashes. Returns undefined if the text is no code. */
export function hashRecoveryCode(typed: string): Buffer | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-7]{16}$/.test(letters) ? createHash('sha256').update(letters).digest() : undefined
}

/** Replaces a person's recovery codes and returns the new ones in clear. They are not stored in clear. */
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

/** Replaces the person's recovery codes, logs it, and returns the new ones in clear. */
export async function makeRecoveryCodes(app: App, session: BackOfficeSession): Promise<readonly string[]> {
  const { backOffice, personId } = session
  return app.db.transaction(async (tx) => {
    const codes = await replaceRecoveryCodes(tx, backOffice, personId)
    await recordActivity(app, session, { what: 'make_recovery_codes', onKind: 'person', onId: personId }, tx)
    return codes
  })
}
