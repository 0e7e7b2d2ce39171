import { bool, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { withTheirThings } from './gone-people.ts'

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
   ), ${withTheirThings('support', 'gone')}
   select id from gone`,
)
