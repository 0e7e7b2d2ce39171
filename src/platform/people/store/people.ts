import { array, bytea, int4, int8, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { BackOffice } from '../back-office.ts'

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

/** What is the same for both back offices. */
function statementsOn(one: string, table: string) {
  return {
    // Answers nothing where somebody has the address.
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
    // Of two who bring the same code at once, one has used it.
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
