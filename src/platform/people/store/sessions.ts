import { bool, bytea, int4, int8, json, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { shownMerchants } from '../../merchants/merchants-sql.ts'
import type { BackOffice } from '../back-office.ts'
import { hasSecondFactor } from './people.ts'

const key = { merchantId: uuid, tokenHash: bytea }
const isIt = 'session.merchant_id = :merchantId and session.token_hash = :tokenHash'
const isAlive = 'session.ends_at > :now and session.seen_at > :idleSince'
const alive = { now: timestamptz, idleSince: timestamptz }

const opened = {
  ...key,
  id: uuid,
  personId: uuid,
  stage: text,
  now: timestamptz,
  provedAt: timestamptz,
  endsAt: timestamptz,
  address: text,
  userAgent: text,
}
const openedColumns =
  'merchant_id, token_hash, id, person_id, stage, opened_at, seen_at, proved_at, ends_at, address, user_agent'
const openedValues =
  ':merchantId, :tokenHash, :id, :personId, :stage, :now, :now, :provedAt, :endsAt, :address, :userAgent'

export const insertPersonSession = defineStatement(
  'insert_person_session',
  { ...opened, actsFor: uuid },
  {},
  `insert into person_sessions (${openedColumns}, acts_for) values (${openedValues}, :actsFor)`,
)

export const insertAgentSession = defineStatement(
  'insert_agent_session',
  opened,
  {},
  `insert into agent_sessions (${openedColumns}) values (${openedValues})`,
)

const found = {
  id: uuid,
  person_id: uuid,
  email: text,
  lang: nullable(text),
  stage: text,
  opened_at: timestamptz,
  seen_at: timestamptz,
  proved_at: timestamptz,
}
const foundColumns =
  'session.id, session.person_id, person.email, person.lang, session.stage, session.opened_at, session.seen_at, session.proved_at'
const ofItsPerson = 'person.merchant_id = session.merchant_id and person.id = session.person_id'

// One round trip per request. A removed member has no session, and the role is the current one.
export const findPersonSession = defineStatement(
  'find_person_session',
  { ...key, ...alive },
  {
    ...found,
    ...{ acts_for: uuid, role: text, merchant_name: text, region: text, clock_offset_ms: int8 },
    lacks_second_factor: bool,
    merchants: json<readonly { id: string; name: string }[]>(),
  },
  `select ${foundColumns}, session.acts_for, membership.role, merchant.name as merchant_name, merchant.region, merchant.clock_offset_ms,
     merchant.requires_second_factor and not ${hasSecondFactor('dashboard', 'person')} as lacks_second_factor,
     (select json_agg(json_build_object('id', own.merchant_id, 'name', own.name) order by own.name, own.merchant_id)
      from memberships as other join (${shownMerchants}) as own on own.merchant_id = other.merchant_id
      where other.person_id = session.person_id) as merchants
   from person_sessions as session
   join persons as person on ${ofItsPerson}
   join memberships as membership on membership.merchant_id = session.acts_for and membership.person_id = session.person_id
   join (${shownMerchants}) as merchant on merchant.merchant_id = membership.merchant_id
   where ${isIt} and ${isAlive}`,
)

export const findAgentSession = defineStatement(
  'find_agent_session',
  { ...key, ...alive },
  found,
  `select ${foundColumns} from agent_sessions as session join agents as person on ${ofItsPerson} where ${isIt} and ${isAlive}`,
)

/** Statements on the sessions of one back office. */
function statementsOn(one: string, table: string) {
  return {
    markSeen: defineStatement(
      `mark_${one}_session_seen`,
      { ...key, now: timestamptz },
      {},
      `update ${table} as session set seen_at = :now where ${isIt} and session.seen_at < :now`,
    ),
    // Replaces a token once: of two concurrent requests, one returns a row.
    replaceToken: defineStatement(
      `replace_${one}_session_token`,
      { ...key, newHash: bytea, now: timestamptz },
      { id: uuid },
      `update ${table} as session set token_hash = :newHash, stage = 'open', seen_at = :now, proved_at = :now
       where ${isIt} returning session.id`,
    ),
    prove: defineStatement(
      `prove_${one}_session`,
      { ...key, now: timestamptz },
      {},
      `update ${table} as session set proved_at = :now where ${isIt}`,
    ),
    remove: defineStatement(
      `delete_${one}_session`,
      key,
      { id: uuid },
      `delete from ${table} as session where ${isIt} returning session.id`,
    ),
    list: defineStatement(
      `list_${one}_sessions`,
      { merchantId: uuid, personId: uuid, ...alive },
      { id: uuid, opened_at: timestamptz, seen_at: timestamptz, address: text, user_agent: text },
      `select session.id, session.opened_at, session.seen_at, session.address, session.user_agent from ${table} as session
       where session.merchant_id = :merchantId and session.person_id = :personId and session.stage = 'open' and ${isAlive}
       order by session.seen_at desc, session.id`,
    ),
    removeById: defineStatement(
      `delete_${one}_session_by_id`,
      { merchantId: uuid, personId: uuid, id: uuid },
      { id: uuid },
      `delete from ${table} as session where session.merchant_id = :merchantId and session.person_id = :personId and session.id = :id
       returning session.id`,
    ),
    removeOthers: defineStatement(
      `delete_other_${one}_sessions`,
      { merchantId: uuid, personId: uuid, id: uuid },
      { id: uuid },
      `delete from ${table} as session where session.merchant_id = :merchantId and session.person_id = :personId
         and session.id <> :id
       returning session.id`,
    ),
    // Several processes may sweep at the same time: locked rows are skipped.
    removeOld: defineStatement(
      `delete_old_${one}_sessions`,
      { merchantId: uuid, now: timestamptz, most: int4 },
      { id: uuid },
      `delete from ${table} as session using (
         select merchant_id, token_hash from ${table} where merchant_id = :merchantId and ends_at <= :now
         order by ends_at limit :most for update skip locked
       ) as over
       where session.merchant_id = over.merchant_id and session.token_hash = over.token_hash
       returning session.id`,
    ),
  }
}

export const sessionsOf: Readonly<Record<BackOffice, ReturnType<typeof statementsOn>>> = {
  dashboard: statementsOn('person', 'person_sessions'),
  support: statementsOn('agent', 'agent_sessions'),
}
