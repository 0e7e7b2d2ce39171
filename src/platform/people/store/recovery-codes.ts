import { array, bytea, int4, text, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const key = { merchantId: uuid, backOffice: text, personId: uuid }
const isOfPerson = 'merchant_id = :merchantId and desk = :backOffice and person_id = :personId'

export const deleteRecoveryCodes = defineStatement(
  'delete_recovery_codes',
  key,
  {},
  `delete from recovery_codes where ${isOfPerson}`,
)

export const insertRecoveryCodes = defineStatement(
  'insert_recovery_codes',
  { ...key, hashes: array(bytea) },
  {},
  `insert into recovery_codes (merchant_id, desk, person_id, code_hash)
   select :merchantId, :backOffice, :personId, hash from unnest(:hashes::bytea[]) as hash`,
)

// Of two concurrent uses of a code, one returns a row.
export const useRecoveryCode = defineStatement(
  'use_recovery_code',
  { ...key, hash: bytea },
  { code_hash: bytea },
  `delete from recovery_codes where ${isOfPerson} and code_hash = :hash returning code_hash`,
)

export const countRecoveryCodes = defineStatement(
  'count_recovery_codes',
  key,
  { codes: int4 },
  `select count(*)::int4 as codes from recovery_codes where ${isOfPerson}`,
)
