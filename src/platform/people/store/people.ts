import { array, bool, bytea, int4, int8, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { BackOffice } from '../back-office.ts'

const sessionTableOf: Readonly<Record<BackOffice, string>> = { dashboard: 'person_sessions', support: 'agent_sessions' }

/**
 * SQL: two parts of a `with` that remove sessions and recovery codes of removed people. `gone`: the part before, which
 * removes the people and returns their ids. `:merchantId`: `allMerchants`, to whom people belong.
 */
export function removalOfTheirThings(backOffice: BackOffice, gone: string): string {
  return `${gone}_sessions as (
     delete from ${sessionTableOf[backOffice]} as session using ${gone}
     where session.merchant_id = :merchantId and session.person_id = ${gone}.id
   ), ${gone}_codes as (
     delete from recovery_codes as code using ${gone}
     where code.merchant_id = :merchantId and code.desk = '${backOffice}' and code.person_id = ${gone}.id
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
}
const columns = Object.keys(person).join(', ')

/** Statements on the people of one back office. */
function statementsOn(one: string, table: string) {
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
      person,
      `select ${columns} from ${table} where merchant_id = :merchantId and email = :email`,
    ),
    find: defineStatement(`find_${one}`, key, person, `select ${columns} from ${table} where ${isIt}`),
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
    setLang: defineStatement(
      `set_${one}_lang`,
      { ...key, lang: text },
      {},
      `update ${table} set lang = :lang where ${isIt}`,
    ),
  }
}

export const peopleOf: Readonly<Record<BackOffice, ReturnType<typeof statementsOn>>> = {
  dashboard: statementsOn('person', 'persons'),
  support: statementsOn('agent', 'agents'),
}

export const listAgents = defineStatement(
  'list_agents',
  { merchantId: uuid },
  { id: uuid, email: text, created_at: timestamptz, has_second_factor: bool, seen_at: nullable(timestamptz) },
  `select agent.id, agent.email, agent.created_at, agent.sealed_totp_secret is not null as has_second_factor,
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
