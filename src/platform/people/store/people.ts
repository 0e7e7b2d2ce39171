import { array, bool, bytea, int4, int8, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { BackOffice } from '../back-office.ts'

const sessionTableOf: Readonly<Record<BackOffice, string>> = { dashboard: 'person_sessions', support: 'agent_sessions' }

/** SQL: whether the person of this alias has a passkey. */
export function hasPasskey(backOffice: BackOffice, person: string): string {
  return `exists (
       select from passkeys as passkey
       where passkey.merchant_id = ${person}.merchant_id and passkey.desk = '${backOffice}' and passkey.person_id = ${person}.id
     )`
}

/** SQL: whether the person of this alias has a second factor: an app or a passkey. */
export function hasSecondFactor(backOffice: BackOffice, person: string): string {
  return `(${person}.sealed_totp_secret is not null or ${hasPasskey(backOffice, person)})`
}

/**
 * SQL: parts of a `with` that remove sessions, recovery codes and passkeys of removed people. `gone`: the part before,
 * which removes the people and returns their ids. `:merchantId`: `allMerchants`, to whom people belong.
 */
export function removalOfTheirThings(backOffice: BackOffice, gone: string): string {
  return `${gone}_sessions as (
     delete from ${sessionTableOf[backOffice]} as session using ${gone}
     where session.merchant_id = :merchantId and session.person_id = ${gone}.id
   ), ${gone}_codes as (
     delete from recovery_codes as code using ${gone}
     where code.merchant_id = :merchantId and code.desk = '${backOffice}' and code.person_id = ${gone}.id
   ), ${gone}_passkeys as (
     delete from passkeys as passkey using ${gone}
     where passkey.merchant_id = :merchantId and passkey.desk = '${backOffice}' and passkey.person_id = ${gone}.id
   )`
}

const key = { merchantId: uuid, id: uuid }
const isIt = 'merchant_id = :merchantId and id = :id'

const person = {
  id: uuid,
  email: text,
  password_hash: nullable(text),
  lang: nullable(text),
  sealed_totp_secret: nullable(bytea),
  totp_step: nullable(int8),
  name: nullable(text),
}
const found = { ...person, has_passkeys: bool }

/** Statements on the people of one back office. */
function statementsOn(backOffice: BackOffice, one: string, table: string) {
  const columns = `${Object.keys(person).join(', ')}, ${hasPasskey(backOffice, table)} as has_passkeys`
  return {
    // Returns no row if the e-mail is taken.
    insert: defineStatement(
      `insert_${one}`,
      { ...key, email: text, passwordHash: nullable(text), lang: nullable(text), origin: text, now: timestamptz },
      { id: uuid },
      `insert into ${table} (merchant_id, id, email, password_hash, lang, origin, created_at)
       values (:merchantId, :id, :email, :passwordHash, :lang, :origin, :now) on conflict (merchant_id, email) do nothing returning id`,
    ),
    findByEmail: defineStatement(
      `find_${one}_by_email`,
      { merchantId: uuid, email: text },
      found,
      `select ${columns} from ${table} where merchant_id = :merchantId and email = :email`,
    ),
    find: defineStatement(`find_${one}`, key, found, `select ${columns} from ${table} where ${isIt}`),
    // Changes of a person's second factors run one after another.
    lock: defineStatement(`lock_${one}`, key, { id: uuid }, `select id from ${table} where ${isIt} for update`),
    setPassword: defineStatement(
      `set_${one}_password`,
      { ...key, passwordHash: text },
      {},
      `update ${table} set password_hash = :passwordHash where ${isIt}`,
    ),
    setTotp: defineStatement(
      `set_${one}_totp`,
      { ...key, sealed: nullable(bytea), step: nullable(int8) },
      {},
      `update ${table} set sealed_totp_secret = :sealed, totp_step = :step where ${isIt}`,
    ),
    // Of two concurrent uses of a code, one returns a row.
    useTotpStep: defineStatement(
      `use_${one}_totp_step`,
      { ...key, step: int8 },
      { id: uuid },
      `update ${table} set totp_step = :step
       where ${isIt} and sealed_totp_secret is not null and (totp_step is null or totp_step < :step) returning id`,
    ),
    listSealed: defineStatement(
      `list_sealed_${one}_secrets`,
      { merchantId: uuid, after: uuid, limit: int4 },
      { id: uuid, sealed: bytea },
      `select id, sealed_totp_secret as sealed from ${table}
       where merchant_id = :merchantId and id > :after and sealed_totp_secret is not null order by id limit :limit`,
    ),
    reseal: defineStatement(
      `reseal_${one}_secret`,
      { ...key, earlier: bytea, sealed: bytea },
      {},
      `update ${table} set sealed_totp_secret = :sealed where ${isIt} and sealed_totp_secret = :earlier`,
    ),
    listByEmails: defineStatement(
      `list_${one}s_by_emails`,
      { merchantId: uuid, emails: array(text) },
      { email: text },
      `select email from ${table} where merchant_id = :merchantId and email = any(:emails)`,
    ),
    setName: defineStatement(
      `set_${one}_name`,
      { ...key, name: nullable(text) },
      { id: uuid },
      `update ${table} set name = :name where ${isIt} and name is distinct from :name returning id`,
    ),
    listNames: defineStatement(
      `list_${one}_names`,
      { merchantId: uuid, ids: array(uuid) },
      { id: uuid, name: text },
      `select id, name from ${table} where merchant_id = :merchantId and id = any(:ids) and name is not null`,
    ),
    setLang: defineStatement(
      `set_${one}_lang`,
      { ...key, lang: text },
      {},
      `update ${table} set lang = :lang where ${isIt}`,
    ),
  }
}

export const peopleOf: Readonly<Record<BackOffice, ReturnType<typeof statementsOn>>> = {
  dashboard: statementsOn('dashboard', 'person', 'persons'),
  support: statementsOn('support', 'agent', 'agents'),
}

export const listAgents = defineStatement(
  'list_agents',
  { merchantId: uuid },
  {
    id: uuid,
    email: text,
    name: nullable(text),
    created_at: timestamptz,
    has_second_factor: bool,
    seen_at: nullable(timestamptz),
  },
  `select agent.id, agent.email, agent.name, agent.created_at, ${hasSecondFactor('support', 'agent')} as has_second_factor,
     (select max(session.seen_at) from agent_sessions as session
      where session.merchant_id = :merchantId and session.person_id = agent.id) as seen_at
   from agents as agent where agent.merchant_id = :merchantId order by agent.email`,
)

export const deleteAgent = defineStatement(
  'delete_agent',
  { merchantId: uuid, email: text },
  { id: uuid },
  `with gone as (
     delete from agents where merchant_id = :merchantId and email = :email returning id
   ), ${removalOfTheirThings('support', 'gone')}
   select id from gone`,
)
