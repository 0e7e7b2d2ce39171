import type { BackOffice } from '../back-office.ts'

const sessionsOf: Readonly<Record<BackOffice, string>> = { dashboard: 'person_sessions', support: 'agent_sessions' }

/**
 * SQL: two parts of a `with` that remove what people of a back office leave behind, their sessions and recovery codes. `gone`: the part before them
 * that removes the people and answers their id; `:merchantId` is whose people are, nobody's.
 */
export function withTheirThings(backOffice: BackOffice, gone: string): string {
  return `${gone}_sessions as (
     delete from ${sessionsOf[backOffice]} as session using ${gone}
     where session.merchant_id = :merchantId and session.person_id = ${gone}.id
   ), ${gone}_codes as (
     delete from recovery_codes as code using ${gone}
     where code.merchant_id = :merchantId and code.desk = '${backOffice}' and code.person_id = ${gone}.id
   )`
}
