import { bool, bytea, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { shownMerchants } from '../../merchants/merchants-sql.ts'
import { hasSecondFactor, removalOfTheirThings } from './people.ts'

const key = { merchantId: uuid, personId: uuid }

export const insertMembership = defineStatement(
  'insert_membership',
  { ...key, role: text, now: timestamptz },
  { person_id: uuid },
  `insert into memberships (merchant_id, person_id, role, created_at) values (:merchantId, :personId, :role, :now)
   on conflict (merchant_id, person_id) do nothing returning person_id`,
)

export const listMemberships = defineStatement(
  'list_memberships',
  { personId: uuid },
  { merchant_id: uuid, role: text, merchant_name: text, region: text },
  `select membership.merchant_id, membership.role, merchant.name as merchant_name, merchant.region
   from memberships as membership join (${shownMerchants}) as merchant on merchant.merchant_id = membership.merchant_id
   where membership.person_id = :personId order by membership.created_at, membership.merchant_id`,
)

const member = {
  person_id: uuid,
  email: text,
  role: text,
  created_at: timestamptz,
  has_second_factor: bool,
  name: nullable(text),
  seen_at: nullable(timestamptz),
}

export const listMembers = defineStatement(
  'list_members',
  { merchantId: uuid, allMerchants: uuid },
  member,
  `select membership.person_id, person.email, membership.role, membership.created_at,
     ${hasSecondFactor('dashboard', 'person')} as has_second_factor, person.name,
     (select max(session.seen_at) from person_sessions as session
      where session.merchant_id = :allMerchants and session.person_id = membership.person_id
        and session.acts_for = membership.merchant_id) as seen_at
   from memberships as membership
   join persons as person on person.merchant_id = :allMerchants and person.id = membership.person_id
   where membership.merchant_id = :merchantId order by person.email`,
)

// Changes of one team run one after another: each sees the result of the change before.
export const lockMembers = defineStatement(
  'lock_members',
  { merchantId: uuid, allMerchants: uuid },
  { person_id: uuid, email: text, role: text },
  `select membership.person_id, person.email, membership.role from memberships as membership
   join persons as person on person.merchant_id = :allMerchants and person.id = membership.person_id
   where membership.merchant_id = :merchantId order by membership.person_id for update of membership`,
)

export const listRequiringMerchants = defineStatement(
  'list_requiring_merchants',
  { personId: uuid },
  { name: text },
  `select merchant.name from memberships as membership
   join (${shownMerchants}) as merchant on merchant.merchant_id = membership.merchant_id
   where membership.person_id = :personId and merchant.requires_second_factor order by merchant.name`,
)

export const setRole = defineStatement(
  'set_membership_role',
  { ...key, role: text },
  {},
  `update memberships set role = :role where merchant_id = :merchantId and person_id = :personId`,
)

export const deleteMembership = defineStatement(
  'delete_membership',
  key,
  {},
  `delete from memberships where merchant_id = :merchantId and person_id = :personId`,
)

// Sessions for other merchants of the person stay.
export const endSessionsFor = defineStatement(
  'end_person_sessions_for',
  { ...key, allMerchants: uuid },
  {},
  `delete from person_sessions as session
   where session.merchant_id = :allMerchants and session.person_id = :personId and session.acts_for = :merchantId`,
)

// Deletes the person only if no membership is left.
export const deletePersonOfNobody = defineStatement(
  'delete_person_of_nobody',
  { merchantId: uuid, personId: uuid },
  { id: uuid },
  `with gone as (
     delete from persons as person
     where person.merchant_id = :merchantId and person.id = :personId
       and not exists (select from memberships as membership where membership.person_id = person.id)
     returning person.id
   ), ${removalOfTheirThings('dashboard', 'gone')}
   select id from gone`,
)

export const switchMerchant = defineStatement(
  'switch_person_session_merchant',
  { merchantId: uuid, allMerchants: uuid, id: uuid, personId: uuid, newHash: bytea },
  { id: uuid },
  `update person_sessions as session set acts_for = membership.merchant_id,
     token_hash = :newHash
   from memberships as membership
   where session.merchant_id = :allMerchants and session.id = :id and session.person_id = membership.person_id
     and membership.merchant_id = :merchantId and membership.person_id = :personId
   returning session.id`,
)
