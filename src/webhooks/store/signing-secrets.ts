import { bytea, int4, nullable, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

export const insertSigningSecret = defineStatement(
  'insert_signing_secret',
  [uuid, uuid, uuid, bytea, timestamptz],
  {},
  `insert into signing_secrets (merchant_id, id, store_id, secret, created_at) values ($1, $2, $3, $4, $5)`,
)

// The ones in use end at the given time; those that end sooner already do so.
export const endSigningSecrets = defineStatement(
  'end_signing_secrets',
  [uuid, uuid, timestamptz],
  {},
  `update signing_secrets set expires_at = $3
   where merchant_id = $1 and store_id = $2 and (expires_at is null or expires_at > $3)`,
)

export const listSigningSecrets = defineStatement(
  'list_signing_secrets',
  [uuid, uuid, timestamptz],
  { id: uuid, created_at: timestamptz, expires_at: nullable(timestamptz) },
  `select id, created_at, expires_at from signing_secrets
   where merchant_id = $1 and store_id = $2 and (expires_at is null or expires_at > $3) order by created_at, id`,
)

export const removeEndedSecrets = defineStatement(
  'remove_ended_secrets',
  [uuid, uuid, timestamptz],
  {},
  `delete from signing_secrets where merchant_id = $1 and store_id = $2 and expires_at <= $3`,
)

// For the start, which concerns every merchant alike: of every key that something is encrypted with, which its bytes 2 to 5 tell,
// how much it is and a few of them. Signing secrets that have ended are of no use to anybody.
export const sampleSealed = defineStatement(
  'sample_sealed',
  [timestamptz, int4],
  { merchant_id: uuid, sealed: bytea, key_id: bytea, stored: int4 },
  `with stored as (
     select merchant_id, header_value as sealed, substr(header_value, 2, 4) as key_id from webhooks
     where header_value is not null
     union all
     select merchant_id, secret, substr(secret, 2, 4) from signing_secrets where expires_at is null or expires_at > $1
   ), numbered as (
     select merchant_id, sealed, key_id, row_number() over of_key as number, count(*) over of_key as stored
     from stored window of_key as (partition by key_id)
   )
   select merchant_id, sealed, key_id, stored::int4 as stored from numbered where number <= $2`,
)

// For the change of SECRETS_KEY, which concerns every merchant alike.
export const listSealedSecrets = defineStatement(
  'list_sealed_secrets',
  [uuid, int4],
  { merchant_id: uuid, id: uuid, secret: bytea },
  `select merchant_id, id, secret from signing_secrets where id > $1 order by id limit $2`,
)

export const resealSecret = defineStatement(
  'reseal_secret',
  [uuid, uuid, bytea, bytea],
  {},
  `update signing_secrets set secret = $4 where merchant_id = $1 and id = $2 and secret = $3`,
)
