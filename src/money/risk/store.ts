import { array, bool, columnList, int4, json, nullable, records, text, uuid } from '../../platform/db/columns.ts'
import { onEachShard } from '../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../platform/db/statement.ts'
import { remainingColumns } from '../../platform/merchants/sandbox-remains.ts'
import type { DoubleRecord } from './decision-double.ts'
import type { RuleSet } from './rules.ts'
import type { SettingsRecord } from './settings.ts'

const rules = json<RuleSet>()

/** Rules and blocks for one order, and whether a sandbox has a double of the decision port, in one round trip. */
export const findRules = defineStatement(
  'find_risk_rules',
  { merchantId: uuid, isTest: bool, storeId: uuid, contacts: array(text) },
  { merchant_rules: nullable(rules), store_rules: nullable(rules), is_blocked: bool, has_double: bool },
  `select
     (select rules from risk_rules where merchant_id = :merchantId and is_test = :isTest and scope_id = :merchantId)
       as merchant_rules,
     (select rules from risk_rules where merchant_id = :merchantId and is_test = :isTest and scope_id = :storeId)
       as store_rules,
     exists (
       select from risk_blocks where merchant_id = :merchantId and is_test = :isTest and contact = any(:contacts)
     ) as is_blocked,
     exists (select from decision_doubles where merchant_id = :merchantId and is_test = :isTest) as has_double`,
)

export const listRuleRows = defineStatement(
  'list_risk_rules',
  { merchantId: uuid, isTest: bool },
  { scope_id: uuid, rules },
  `select scope_id, rules from risk_rules where merchant_id = :merchantId and is_test = :isTest`,
)

// Changes of a merchant's mode lock this row until their transaction ends.
export const lockMerchantRules = defineStatement(
  'lock_risk_rules',
  { merchantId: uuid, isTest: bool },
  {},
  `insert into risk_rules (merchant_id, is_test, scope_id, rules) values (:merchantId, :isTest, :merchantId, '{}')
   on conflict (merchant_id, is_test, scope_id) do update set rules = risk_rules.rules`,
)

export const saveRules = defineStatement(
  'save_risk_rules',
  { merchantId: uuid, isTest: bool, scopeId: uuid, rules },
  {},
  `insert into risk_rules (merchant_id, is_test, scope_id, rules) values (:merchantId, :isTest, :scopeId, :rules)
   on conflict (merchant_id, is_test, scope_id) do update set rules = excluded.rules`,
)

// The merchant's row has the marks of all settings of the mode.
export const findRulesMarks = defineStatement(
  'find_risk_rules_marks',
  { merchantId: uuid, isTest: bool },
  { in_sandbox: bool, before_sandbox: nullable(json<SettingsRecord>()) },
  `select in_sandbox, before_sandbox from risk_rules
   where merchant_id = :merchantId and is_test = :isTest and scope_id = :merchantId`,
)

export const saveRulesBefore = defineStatement(
  'save_risk_rules_before_sandbox',
  { merchantId: uuid, isTest: bool, before: nullable(json<SettingsRecord>()) },
  {},
  `update risk_rules set in_sandbox = false, before_sandbox = case when scope_id = :merchantId then :before::json end
   where merchant_id = :merchantId and is_test = :isTest`,
)

export const deleteRules = defineStatement(
  'delete_risk_rules',
  { merchantId: uuid, isTest: bool },
  {},
  'delete from risk_rules where merchant_id = :merchantId and is_test = :isTest',
)

export const listRulesOfSandbox = onEachShard(
  defineStatement(
    'list_risk_rules_of_sandbox',
    {},
    remainingColumns,
    `select merchant_id, count(distinct is_test)::int4 as count,
       string_agg(distinct case when is_test then 'test' else 'live' end, ', ') as what
     from risk_rules where in_sandbox or before_sandbox is not null group by merchant_id`,
  ),
)

export const listServiceBlocksOfSandbox = defineStatement(
  'list_service_blocks_of_sandbox',
  { serviceId: uuid },
  remainingColumns,
  `select merchant_id, count(distinct contact)::int4 as count, '' as what from risk_blocks
   where merchant_id = :serviceId and in_sandbox group by merchant_id`,
)

export const deleteServiceBlocksOfSandbox = defineStatement(
  'delete_service_blocks_of_sandbox',
  { serviceId: uuid },
  {},
  'delete from risk_blocks where merchant_id = :serviceId and in_sandbox',
)

// In the order of blocking.
export const listBlocks = defineStatement(
  'list_risk_blocks',
  { merchantId: uuid, isTest: bool },
  { contact: text },
  `select contact from risk_blocks where merchant_id = :merchantId and is_test = :isTest order by id`,
)

export const deleteBlocks = defineStatement(
  'delete_risk_blocks',
  { merchantId: uuid, isTest: bool },
  {},
  `delete from risk_blocks where merchant_id = :merchantId and is_test = :isTest`,
)

const blockColumns = { merchant_id: uuid, is_test: bool, contact: text, id: uuid }
const blocks = records(blockColumns)

export const insertBlocks = defineStatement(
  'insert_risk_blocks',
  { blocks },
  {},
  `insert into risk_blocks (${columnList(blockColumns)})
   select ${columnList(blockColumns)} from json_to_recordset(:blocks) as block (${blocks.definition})`,
)

// The service's own blocks at all merchants. There are few, and mostly none.
export const listServiceBlocks = defineStatement(
  'list_service_blocks',
  { serviceId: uuid },
  { is_test: bool, contact: text },
  `select is_test, contact from risk_blocks where merchant_id = :serviceId`,
)

export const insertServiceBlock = defineStatement(
  'insert_service_block',
  { serviceId: uuid, isTest: bool, contact: text, id: uuid },
  { contact: text },
  `insert into risk_blocks (merchant_id, is_test, contact, id) values (:serviceId, :isTest, :contact, :id)
   on conflict (merchant_id, is_test, contact) do nothing returning contact`,
)

export const deleteServiceBlock = defineStatement(
  'delete_service_block',
  { serviceId: uuid, isTest: bool, contacts: array(text) },
  { contact: text },
  `delete from risk_blocks where merchant_id = :serviceId and is_test = :isTest and contact = any(:contacts)
   returning contact`,
)

// For support: the merchants that block a customer.
export const listBlocksOfContact = defineStatement(
  'list_blocks_of_contact',
  { contacts: array(text), limit: int4 },
  { merchant_id: uuid, is_test: bool },
  `select merchant_id, is_test from risk_blocks where contact = any(:contacts) order by merchant_id, is_test limit :limit`,
)

// Of all merchants: blocks of a customer who is erased go on as a hash. The service blocks in both modes.
export const hashBlocks = onEachShard(
  defineStatement(
    'hash_risk_blocks',
    { isTest: bool, serviceId: uuid, contact: text, hashed: text },
    { merchant_id: uuid },
    `with gone as (
       delete from risk_blocks where contact = :contact and (is_test = :isTest or merchant_id = :serviceId)
       returning merchant_id, is_test, id, in_sandbox
     )
     insert into risk_blocks (merchant_id, is_test, contact, id, in_sandbox)
     select merchant_id, is_test, :hashed, id, in_sandbox from gone
     on conflict (merchant_id, is_test, contact) do nothing returning merchant_id`,
  ),
)

// Settings before a sandbox, which name blocked contacts, too.
export const hashStoredBlocks = onEachShard(
  defineStatement(
    'hash_stored_risk_blocks',
    { isTest: bool, contact: text, hashed: text },
    { merchant_id: uuid },
    `update risk_rules set before_sandbox = jsonb_set(before_sandbox::jsonb, '{blocked}', (
       select jsonb_agg(distinct case one when :contact then :hashed else one end)
       from jsonb_array_elements_text(before_sandbox::jsonb -> 'blocked') as one
     ))::json
     where is_test = :isTest and before_sandbox::jsonb -> 'blocked' ? :contact returning merchant_id`,
  ),
)

const double = json<DoubleRecord>()
const doubleRow = { double, questions: int4 }
const ofMode = { merchantId: uuid, isTest: bool }
const isOfMode = 'merchant_id = :merchantId and is_test = :isTest'

export const saveDouble = defineStatement(
  'save_decision_double',
  { ...ofMode, double },
  {},
  `insert into decision_doubles (merchant_id, is_test, double) values (:merchantId, :isTest, :double)
   on conflict (merchant_id, is_test) do update set double = excluded.double, questions = 0`,
)

export const findDouble = defineStatement(
  'find_decision_double',
  ofMode,
  doubleRow,
  `select double, questions from decision_doubles where ${isOfMode}`,
)

// Returns the double, and counts that it was asked.
export const askDouble = defineStatement(
  'ask_decision_double',
  ofMode,
  doubleRow,
  `update decision_doubles set questions = questions + 1 where ${isOfMode} returning double, questions`,
)

export const deleteDouble = defineStatement(
  'delete_decision_double',
  ofMode,
  {},
  `delete from decision_doubles where ${isOfMode}`,
)

export const listDoublesOfSandbox = onEachShard(
  defineStatement(
    'list_decision_doubles_of_sandbox',
    {},
    remainingColumns,
    `select merchant_id, count(*)::int4 as count,
       string_agg(case when is_test then 'test' else 'live' end, ', ') as what
     from decision_doubles where in_sandbox group by merchant_id`,
  ),
)
