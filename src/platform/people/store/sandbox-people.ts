import { array, int4, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { removalOfTheirThings } from './people.ts'

export const countSandboxPeople = defineStatement(
  'count_sandbox_people',
  { merchantId: uuid, now: timestamptz },
  { people: int4, invitations: int4 },
  `select (select count(*)::int4 from persons where merchant_id = :merchantId and origin <> 'invited')
     + (select count(*)::int4 from agents where merchant_id = :merchantId and origin <> 'invited') as people,
     (select count(*)::int4 from invitations where in_sandbox and used_at is null and ends_at > :now) as invitations`,
)

// Also deletes memberships, sessions and recovery codes. If a person is found, a sandbox has run here, and its outbox
// has shown all invitation links to its visitors, also the operator's.
export const deleteSandboxPeople = defineStatement(
  'delete_sandbox_people',
  { merchantId: uuid, now: timestamptz },
  { people: int4, invitations: int4 },
  `with gone_persons as (
     delete from persons where merchant_id = :merchantId and origin <> 'invited' returning id
   ), gone_agents as (
     delete from agents where merchant_id = :merchantId and origin <> 'invited' returning id
   ), gone_memberships as (
     delete from memberships using gone_persons where memberships.person_id = gone_persons.id
   ), ${removalOfTheirThings('dashboard', 'gone_persons')}, ${removalOfTheirThings('support', 'gone_agents')}, ended as (
     update invitations set ends_at = :now
     where used_at is null and ends_at > :now
       and (in_sandbox or exists (select from gone_persons) or exists (select from gone_agents))
     returning id
   )
   select (select count(*)::int4 from gone_persons) + (select count(*)::int4 from gone_agents) as people,
     (select count(*)::int4 from ended) as invitations`,
)

// After merchants were removed: deletes people who were made with one of them and are members of no other.
export const deletePeopleOfMerchants = defineStatement(
  'delete_people_of_merchants',
  { merchantId: uuid, merchantIds: array(uuid) },
  { id: uuid },
  `with left_memberships as (
     delete from memberships where merchant_id = any(:merchantIds) returning merchant_id, person_id
   ), left_invitations as (
     delete from invitations where merchant_id = any(:merchantIds)
   ), left_requests as (
     delete from admin_requests where merchant_id = any(:merchantIds)
   ), gone as (
     delete from persons as person using left_memberships as membership
     where person.merchant_id = :merchantId and person.id = membership.person_id and person.origin = 'sandbox'
       and not exists (
         select from memberships as other
         where other.person_id = person.id and other.merchant_id <> all(:merchantIds)
       )
     returning person.id
   ), ${removalOfTheirThings('dashboard', 'gone')}
   select id from gone`,
)
