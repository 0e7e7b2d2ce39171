import { array, bytea, int4, int8, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const key = { merchantId: uuid, backOffice: text, personId: uuid }
const isOfPerson = 'merchant_id = :merchantId and desk = :backOffice and person_id = :personId'

const passkey = {
  id: uuid,
  person_id: uuid,
  credential_id: bytea,
  public_key: bytea,
  transports: array(text),
  rp_id: text,
  name: text,
  created_at: timestamptz,
  used_at: nullable(timestamptz),
}
const columns = Object.keys(passkey).join(', ')

// Returns no row if the authenticator's passkey is known, or the person has :most passkeys.
export const insertPasskey = defineStatement(
  'insert_passkey',
  {
    ...{ ...key, id: uuid, credentialId: bytea, publicKey: bytea, counter: int8, transports: array(text) },
    ...{ rpId: text, name: text, now: timestamptz, most: int4 },
  },
  { id: uuid },
  `insert into passkeys (merchant_id, desk, id, person_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
   select :merchantId, :backOffice, :id, :personId, :credentialId, :publicKey, :counter, :transports, :rpId, :name, :now
   where (select count(*) from passkeys where ${isOfPerson}) < :most
   on conflict (merchant_id, desk, credential_id) do nothing returning id`,
)

export const listPasskeys = defineStatement(
  'list_passkeys',
  key,
  passkey,
  `select ${columns} from passkeys where ${isOfPerson} order by created_at, id`,
)

export const findPasskey = defineStatement(
  'find_passkey',
  { merchantId: uuid, backOffice: text, credentialId: bytea },
  passkey,
  `select ${columns} from passkeys
   where merchant_id = :merchantId and desk = :backOffice and credential_id = :credentialId`,
)

// A copy of the authenticator sends a counter that was used: it gets no row. Many authenticators always send 0.
export const usePasskey = defineStatement(
  'use_passkey',
  { merchantId: uuid, backOffice: text, id: uuid, counter: int8, now: timestamptz },
  { id: uuid },
  `update passkeys set counter = :counter, used_at = :now
   where merchant_id = :merchantId and desk = :backOffice and id = :id
     and (counter < :counter or counter = 0 and :counter = 0) returning id`,
)

export const deletePasskey = defineStatement(
  'delete_passkey',
  { ...key, id: uuid },
  { name: text },
  `delete from passkeys where ${isOfPerson} and id = :id returning name`,
)

const bound = { merchantId: uuid, backOffice: text, boundHash: bytea, purpose: text }

// The latest challenge of a session or browser replaces the one before.
export const saveChallenge = defineStatement(
  'save_passkey_challenge',
  { ...bound, challenge: bytea, endsAt: timestamptz },
  {},
  `insert into passkey_challenges (merchant_id, desk, bound_hash, purpose, challenge, ends_at)
   values (:merchantId, :backOffice, :boundHash, :purpose, :challenge, :endsAt)
   on conflict (merchant_id, desk, bound_hash, purpose)
   do update set challenge = excluded.challenge, ends_at = excluded.ends_at`,
)

// Of two concurrent answers to a challenge, one gets the row.
export const takeChallenge = defineStatement(
  'take_passkey_challenge',
  { ...bound, challenge: bytea, now: timestamptz },
  { challenge: bytea },
  `delete from passkey_challenges
   where merchant_id = :merchantId and desk = :backOffice and bound_hash = :boundHash and purpose = :purpose
     and challenge = :challenge and ends_at > :now returning challenge`,
)

// Several processes may sweep at the same time: locked rows are skipped.
export const deleteOldChallenges = defineStatement(
  'delete_old_passkey_challenges',
  { merchantId: uuid, now: timestamptz, most: int4 },
  { challenge: bytea },
  `delete from passkey_challenges as challenge using (
     select merchant_id, desk, bound_hash, purpose from passkey_challenges
     where merchant_id = :merchantId and ends_at <= :now order by ends_at limit :most for update skip locked
   ) as over
   where challenge.merchant_id = over.merchant_id and challenge.desk = over.desk
     and challenge.bound_hash = over.bound_hash and challenge.purpose = over.purpose
   returning challenge.challenge`,
)
