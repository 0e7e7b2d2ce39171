import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listKnownMigrations, parseMigration, readMigration } from '../../src/platform/db/migration-files.ts'
import { checkMigration } from '../support/check-migration.ts'

const check = (sql: string): string[] => checkMigration(parseMigration('9000-later.sql', sql))

test('migrations after 0.1.0 only add, or list the versions that keep working', () => {
  const known = listKnownMigrations()
  assert.ok(known.length >= 47)
  for (const migration of known.map(readMigration).filter(({ isAddition }) => isAddition)) {
    assert.deepEqual(checkMigration(migration), [], migration.name)
    const { name, requires } = migration
    if (requires === undefined) continue
    // Tables that every version knows need no mention.
    assert.ok(
      known.includes(requires) && requires <= name && readMigration(requires).isAddition,
      `${name}: ${requires}`,
    )
  }
})

const allowed = [
  'alter table payments add column later text',
  'alter table payments add column later uuid null, add column more timestamptz',
  "alter table payments add column later text not null default ''",
  "alter table payments add column later text[] not null default '{}'",
  'alter table payments add column later numeric(12, 2), add column more boolean default false not null',
  'alter table payments add constraint later_check check (later > 0 and more in (1, 2)) not valid',
  'alter table payments validate constraint later_check',
  'alter table payments set (autovacuum_vacuum_scale_factor = 0, fillfactor = 90)',
  'alter table payments set (fillfactor = 90);\nalter table sessions set (fillfactor = 90)',
  'create table later (id uuid primary key, word text unique);\ncreate index later_by_word on later (word);\ninsert into later select id, word from old',
  'create table later (id uuid primary key);\nalter table later add constraint c check (true);\nalter table payments add column later text',
  'create or replace function later() returns text language sql as $$\nselect 1;\n$$',
  '-- Outside of a transaction.\ncreate index concurrently later on payments (merchant_id)',
  'alter table payments drop constraint c;\nalter table payments add constraint c check (later > 0) not valid',
  'alter domain ledger_cause drop constraint c;\nalter domain ledger_cause add constraint c check (true) not valid',
]
const takingAway = [
  'drop table payments',
  'revoke select on payments from qist_service',
  'alter table payments drop column status',
  'alter table payments rename column status to state',
  'alter table payments rename to paid',
  'alter table payments drop constraint payments_check',
  'alter table payments alter column status type varchar(9)',
  'alter table payments alter column status set not null',
  'drop index concurrently payments_by_time',
]
const holdingUp = [
  'create index later on payments (merchant_id)',
  'create unique index concurrently later on payments (merchant_id)',
  'create index concurrently later on payments (merchant_id)',
  '-- Outside of a transaction.\ndrop table payments',
  '-- Outside of a transaction.\ncreate index concurrently later on payments (id);\ncreate index concurrently more on payments (id)',
  'alter table payments add column later text not null',
  'alter table payments add column later uuid default gen_random_uuid()',
  'alter table payments add column later timestamptz not null default now()',
  'alter table payments add column later text check (later > 0)',
  'alter table payments add column later text unique',
  'alter table payments add column later bigint generated always as identity',
  'alter table payments add column later bigserial',
  'alter table payments add constraint later_check check (later > 0)',
  'alter table payments add constraint later_key unique (later)',
  'alter table payments add column later text;\nalter table sessions add column later text',
  "update payments set status = 'CLOSED'",
  'delete from payments',
  'insert into payments values (1)',
  'create trigger later after insert on payments for each row execute function later()',
  'lock table payments',
  'alter domain ledger_cause drop constraint c',
]

test('additions are allowed', () => {
  for (const sql of allowed) assert.deepEqual(check(`${sql};\n`), [], sql)
})

test('removals are refused without a list of the versions that keep working', () => {
  for (const sql of takingAway) {
    assert.equal(check(`${sql};\n`).length, 1, sql)
    assert.deepEqual(check(`-- Requires 9000-later.sql: why.\n${sql};\n`), [], sql)
  }
})

test('blocking statements are refused in any case', () => {
  for (const sql of holdingUp) {
    assert.equal(check(`${sql};\n`).length, 1, sql)
    assert.equal(check(`-- Requires 9000-later.sql: why.\n${sql};\n`).length, 1, sql)
  }
})
