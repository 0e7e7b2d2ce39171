import { bytea, int4, nullable, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

/** The key of a `SigningStore`. */
const ofStore = { merchantId: uuid, storeId: uuid }
const inUse = `merchant_id = :merchantId and store_id = :storeId and (expires_at is null or expires_at > :at)`

export const insertSigningSecret = defineStatement(
  'insert_signing_secret',
  { ...ofStore, id: uuid, sealed: bytea, at: timestamptz },
  { id: uuid },
  `insert into signing_secrets (merchant_id, id, store_id, secret, created_at)
   values (:merchantId, :id, :storeId, :sealed, :at)
   on conflict (merchant_id, id) do nothing returning id`,
)

// Secrets that end sooner keep their end.
export const endSigningSecrets = defineStatement(
  'end_signing_secrets',
  { ...ofStore, at: timestamptz },
  {},
  `update signing_secrets set expires_at = :at where ${inUse}`,
)

export const listSigningSecrets = defineStatement(
  'list_signing_secrets',
  { ...ofStore, at: timestamptz },
  { id: uuid, created_at: timestamptz, expires_at: nullable(timestamptz) },
  `select id, created_at, expires_at from signing_secrets where ${inUse} order by created_at, id`,
)

export const listSigningSecretsOfMerchant = defineStatement(
  'list_signing_secrets_of_merchant',
  { merchantId: uuid, at: timestamptz },
  { store_id: uuid, id: uuid, created_at: timestamptz, expires_at: nullable(timestamptz) },
  `select store_id, id, created_at, expires_at from signing_secrets
   where merchant_id = :merchantId and (expires_at is null or expires_at > :at) order by created_at, id`,
)

export const listSealedOfStore = defineStatement(
  'list_sealed_signing_secrets',
  { ...ofStore, at: timestamptz },
  { sealed: bytea },
  `select secret as sealed from signing_secrets where ${inUse} order by created_at desc, id`,
)

export const removeEndedSecrets = defineStatement(
  'remove_ended_secrets',
  { ...ofStore, at: timestamptz },
  {},
  `delete from signing_secrets
   where merchant_id = :merchantId and store_id = :storeId and expires_at <= :at and end_before_sandbox is null`,
)

// Of all merchants, for the start: for each encryption key (bytes 2 to 5 of a value name it) the number of stored
// secrets and a few of them. Signing secrets that have ended do not count.
export const sampleSealed = defineStatement(
  'sample_sealed',
  { at: timestamptz, perKey: int4 },
  { merchant_id: uuid, sealed: bytea, key_id: bytea, stored: int4 },
  `with stored as (
     select merchant_id, header_value as sealed, substr(header_value, 2, 4) as key_id from webhooks
     where header_value is not null
     union all
     select merchant_id, secret, substr(secret, 2, 4) from signing_secrets where expires_at is null or expires_at > :at
   ), numbered as (
     select merchant_id, sealed, key_id, row_number() over of_key as number, count(*) over of_key as stored
     from stored window of_key as (partition by key_id)
   )
   select merchant_id, sealed, key_id, stored::int4 as stored from numbered where number <= :perKey`,
)

// Of all merchants, for a change of SECRETS_KEY.
export const listSealedSecrets = defineStatement(
  'list_sealed_secrets',
  { after: uuid, limit: int4 },
  { merchant_id: uuid, id: uuid, sealed: bytea },
  `select merchant_id, id, secret as sealed from signing_secrets where id > :after order by id limit :limit`,
)

export const resealSecret = defineStatement(
  'reseal_secret',
  { merchantId: uuid, id: uuid, earlier: bytea, sealed: bytea },
  {},
  `update signing_secrets set secret = :sealed where merchant_id = :merchantId and id = :id and secret = :earlier`,
)
