import {
  array,
  bool,
  columnList,
  int4,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../platform/db/columns.ts'
import { databaseNow, msFromNow } from '../../platform/db/database-time.ts'
import { moveDueWhere, selectClaimable } from '../../platform/db/lease-sql.ts'
import { defineStatement } from '../../platform/db/statement.ts'
import type { Certificate, RunStatus } from './certificate.ts'
import type { Check } from './checks.ts'
import type { Profile, ScenarioName } from './facts.ts'
import type { Rehearsal } from './rehearsal.ts'

const columns = {
  merchant_id: uuid,
  id: uuid,
  is_test: bool,
  profile: text,
  seed: int4,
  status: text,
  rehearsal: json<Rehearsal>(),
  checks: json<readonly Check[]>(),
  started_at: timestamptz,
  ended_at: nullable(timestamptz),
}

const scope = { merchantId: uuid, isTest: bool }
const one = { ...scope, id: uuid }
const isOne = 'merchant_id = :merchantId and is_test = :isTest and id = :id'
const leased = { table: 'certificates', dueAt: 'leased_until' }

export const readTime = defineStatement('read_time', {}, { now: timestamptz }, 'select statement_timestamp() as now')

/** Returns no row if another run is open. */
export const insertCertificate = defineStatement(
  'insert_certificate',
  {
    ...{ ...one, profile: text, seed: int4, rehearsal: json<Rehearsal>(), checks: json<readonly Check[]>() },
    ...{ startedAt: timestamptz, owner: uuid, leaseMs: int4 },
  },
  { id: uuid },
  `insert into certificates (merchant_id, id, is_test, profile, seed, status, rehearsal, checks, owner, leased_until, started_at)
   values (:merchantId, :id, :isTest, :profile, :seed, 'running', :rehearsal, :checks, :owner, ${msFromNow(':leaseMs')}, :startedAt)
   on conflict do nothing
   returning id`,
)

export const findCertificate = defineStatement(
  'find_certificate',
  one,
  columns,
  `select ${columnList(columns)} from certificates where ${isOne}`,
)

export const findOpenCertificate = defineStatement(
  'find_open_certificate',
  scope,
  { id: uuid, rehearsal: json<Rehearsal>() },
  `select id, rehearsal from certificates where merchant_id = :merchantId and is_test = :isTest and status <> 'finished'`,
)

// Without findings, which lists do not show.
export const listCertificates = defineStatement(
  'list_certificates',
  { ...scope, limit: int4 },
  columns,
  `select merchant_id, id, is_test, profile, seed, status, rehearsal,
     (select json_agg(json_build_object('check', one -> 'check', 'core', one -> 'core', 'result', one -> 'result', 'findings', '[]'::json))
      from json_array_elements(checks) as one) as checks, started_at, ended_at
   from certificates where merchant_id = :merchantId and is_test = :isTest
   order by started_at desc, id limit :limit`,
)

/** A run with the database's time and its stored request. */
const leasedColumns = { ...columns, now: timestamptz, asked: nullable(text) }

// Reads the run while the own lease lasts long enough, without a write.
export const findLeasedCertificate = defineStatement(
  'find_held_certificate',
  { ...one, owner: uuid, leaseMs: int4 },
  leasedColumns,
  `select ${columnList(columns)}, asked, statement_timestamp() as now from certificates
   where ${isOne} and status <> 'finished' and owner = :owner and leased_until > ${msFromNow(':leaseMs')}`,
)

// Takes or renews the lease. Returns no row if another process holds it or the run is finished.
export const leaseCertificate = defineStatement(
  'hold_certificate',
  { ...one, owner: uuid, leaseMs: int4 },
  leasedColumns,
  `update certificates set owner = :owner, leased_until = ${msFromNow(':leaseMs')}
   where ${isOne} and status <> 'finished' and (owner = :owner or leased_until <= statement_timestamp())
   returning ${columnList(columns)}, asked, statement_timestamp() as now`,
)

// Saves only under the lease, and clears the request that was handled.
export const saveCertificate = defineStatement(
  'save_certificate',
  {
    ...{ ...one, owner: uuid, status: text, rehearsal: json<Rehearsal>(), checks: json<readonly Check[]>() },
    ...{ endedAt: nullable(timestamptz), asked: nullable(text) },
  },
  { id: uuid },
  `update certificates set status = :status, rehearsal = :rehearsal, checks = :checks, ended_at = :endedAt,
     asked = nullif(asked, :asked)
   where ${isOne} and owner = :owner and status <> 'finished'
   returning id`,
)

// Ends the lease, so that any process can take the run.
export const releaseCertificate = defineStatement(
  'release_certificate',
  { ...one, owner: uuid },
  {},
  moveDueWhere(leased, `${isOne} and owner = :owner`, databaseNow),
)

// A stop request is never overwritten by a later skip request.
export const saveRequest = defineStatement(
  'ask_certificate',
  { ...one, asked: text },
  { id: uuid },
  `update certificates set asked = case when asked = 'stop' then asked else :asked end where ${isOne} and status <> 'finished' returning id`,
)

// Open runs of all merchants whose lease has ended.
export const listLeftCertificates = defineStatement(
  'list_left_certificates',
  { limit: int4 },
  { merchant_id: uuid, id: uuid, is_test: bool },
  selectClaimable(leased, 'merchant_id, id, is_test', `status <> 'finished'`),
)

export const deleteCertificates = defineStatement(
  'delete_certificates',
  scope,
  {},
  'delete from certificates where merchant_id = :merchantId and is_test = :isTest',
)

export const deleteOldCertificates = defineStatement(
  'delete_old_certificates',
  { ...scope, kept: int4 },
  {},
  `delete from certificates where merchant_id = :merchantId and is_test = :isTest and status = 'finished' and id in (
     select id from certificates where merchant_id = :merchantId and is_test = :isTest
     order by started_at desc, id offset :kept
   )`,
)

// For all merchants, when production starts on a sandbox's database. Few runs are ever open.
export const listOpenCertificates = defineStatement(
  'list_open_certificates',
  {},
  { merchant_id: uuid, is_test: bool, rehearsal: json<Rehearsal>() },
  `select merchant_id, is_test, rehearsal from certificates where status <> 'finished'`,
)

export const deleteAllCertificates = defineStatement('delete_all_certificates', {}, {}, 'delete from certificates')

export function certificateFrom(row: RowOf<typeof columns>): Certificate {
  return {
    merchantId: row.merchant_id,
    isTest: row.is_test,
    id: row.id,
    profile: row.profile as Profile,
    seed: row.seed,
    status: row.status as RunStatus,
    // Runs of version 0.1.0 did not store the version.
    rehearsal: { ...row.rehearsal, version: row.rehearsal.version ?? '0.1.0' },
    checks: row.checks.map(completed),
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

// Findings of version 0.2.0 and before have no exchanges, and their scenario only in their command.
function completed(check: Check): Check {
  const findings = check.findings.map((finding) => {
    const [, scenario = ''] = / ([\w-]+) --seed/.exec(finding.command) ?? []
    return {
      ...finding,
      scenario: scenario as ScenarioName,
      exchanges: finding.exchanges ?? [],
      more_exchanges: finding.more_exchanges ?? 0,
    }
  })
  return { ...check, findings }
}

export const listCertificatesAbout = defineStatement(
  'list_certificates_about',
  { ...scope, contacts: array(text) },
  { id: uuid, rehearsal: columns.rehearsal, checks: columns.checks },
  `select id, rehearsal, checks from certificates
   where merchant_id = :merchantId and is_test = :isTest and exists (
     select from unnest(:contacts::text[]) as contact
     where strpos(lower(concat(rehearsal::text, checks::text)), contact) > 0
   ) order by id for update`,
)

export const replaceCertificate = defineStatement(
  'replace_certificate',
  { ...one, rehearsal: columns.rehearsal, checks: columns.checks },
  {},
  `update certificates set rehearsal = :rehearsal, checks = :checks where ${isOne}`,
)
