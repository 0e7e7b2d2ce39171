import type { Desk } from '../desk.ts'

const sessionsOf: Readonly<Record<Desk, string>> = { dashboard: 'person_sessions', support: 'agent_sessions' }

/**
 * SQL: two parts of a `with` that remove what people of a desk leave behind, their sessions and recovery codes. `gone`: the part before them
 * that removes the people and answers their id; `:merchantId` is whose people are, nobody's.
 */
export function withTheirThings(desk: Desk, gone: string): string {
  return `${gone}_sessions as (
     delete from ${sessionsOf[desk]} as session using ${gone}
     where session.merchant_id = :merchantId and session.person_id = ${gone}.id
   ), ${gone}_codes as (
     delete from recovery_codes as code using ${gone}
     where code.merchant_id = :merchantId and code.desk = '${desk}' and code.person_id = ${gone}.id
   )`
}
