import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { before, test } from 'node:test'
import { statements } from '../src/platform/db/statement.ts'
import { unboundTables } from './support/merchant-reach.ts'
import { ofAllMerchants, ofBothSides } from './support/of-all-merchants.ts'

const root = join(import.meta.dirname, '..')

// The layers, from top to bottom, as `src/<group>/<room>`.
// A room may import from itself and from the rooms below it, but not from rooms in the same line.
// Pages use `platform/ui`, never each other. All code that only a sandbox needs is in one room, `rehearsal`.
const rooms = [
  ['entries/cli.ts'],
  ['entries/serve.ts', 'entries/throw-away'],
  ['entries/processes', 'entries/cli'],
  ['entries/server.ts', 'entries/workers.ts'],
  ['entries/due-works.ts', 'entries/queues.ts', 'entries/rounds.ts', 'entries/sandbox-remains.ts'],
  ['entries/erased-places.ts'],
  ['pages/payment-page', 'pages/messaging', 'pages/account', 'pages/dashboard', 'pages/support', 'pages/docs'],
  ['pages/back-office'],
  ['rehearsal'],
  ...[['money/evidence', 'money/customers'], ['money/explain'], ['money/compliance']],
  ['money/checkout'],
  ['money/disputes'],
  ['money/settlements'],
  ['money/collections'],
  ['money/obligations'],
  ['money/payments'],
  ['money/charges'],
  ['money/risk'],
  ['money/plans'],
  ['money/ledger'],
  ['platform/people'],
  ['platform/webhooks'],
  ['platform/signing'],
  ['platform/due'],
  ['platform/merchants'],
  ['platform/ui'],
  ['platform/http'],
  ['platform/app'],
  ['platform/adapters'],
  ['platform/db'],
  ['platform/base'],
]

function roomOf(file: string): string {
  const [group = '', room = ''] = relative(join(root, 'src'), file).split('/')
  return group === 'rehearsal' ? group : `${group}/${room}`
}

function level(room: string): number {
  const found = rooms.findIndex((names) => names.includes(room))
  assert.notEqual(found, -1, `${room} is no room of this house`)
  return found
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  // Every relative path counts: a style or a script belongs to the room of its folder.
  return [...source.matchAll(/'(\.{1,2}\/[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))
}

const sources = globSync('src/**/*.ts', { cwd: root })
  .map((file) => join(root, file))
  .filter((file) => !file.endsWith('.test.ts'))

test('a room imports only from rooms below it', () => {
  assert.ok(sources.length > 50)
  for (const file of sources) {
    for (const imported of importsOf(file)) {
      const [from, to] = [roomOf(file), roomOf(imported)]
      const message = `${relative(root, file)} imports ${relative(root, imported)}`
      assert.ok(from === to || level(to) > level(from), message)
    }
  }
})

test("no room imports another room's store", () => {
  for (const file of sources) {
    for (const imported of importsOf(file)) {
      const isStore = /\/store(\.ts|\/)/.test(relative(root, imported))
      const message = `${relative(root, file)} imports ${relative(root, imported)}`
      assert.ok(!isStore || roomOf(imported) === roomOf(file), message)
    }
  }
})

/**
 * The tables of each room. Only its own SQL names them; other rooms use the fragments and statements that it exports.
 */
const tablesOf: Readonly<Record<string, readonly string[]>> = {
  'pages/account': ['customer_sessions', 'customer_sign_ins'],
  'money/checkout': ['sessions', 'visits', 'visit_changes', 'visit_figures', 'message_quotas', 'payment_links'],
  'money/charges': ['charges', 'returns', 'saved_cards'],
  'money/collections': ['collections', 'customer_messages'],
  'money/disputes': ['disputes', 'dispute_history', 'attachments'],
  'money/settlements': ['settlements', 'settlement_lines', 'pending_settlements', 'payouts', 'payout_settlements'],
  'money/payments': [
    ...['payments', 'payment_orders', 'payment_timeline', 'payment_counts', 'payment_count_changes'],
    ...['payment_store_counts', 'payment_figures', 'payment_search_terms', 'payment_search_gaps'],
    'return_requests',
  ],
  ...{ 'money/obligations': ['responsibilities'], 'money/risk': ['risk_rules', 'risk_blocks', 'decision_doubles'] },
  'money/ledger': ['ledger_entries', 'unsealed_entries', 'ledger_seals', 'ledger_chains'],
  'platform/webhooks': [
    ...['webhooks', 'signing_secrets', 'notifications', 'deliveries', 'delivery_attempts'],
    'webhook_replays',
  ],
  ...{
    'money/customers': ['erasures', 'erasure_requests'],
    'platform/due': ['due_retries'],
    'platform/signing': ['signing_keys'],
  },
  rehearsal: [
    ...['certificates', 'faults', 'fault_counts', 'disturbed_deliveries', 'journal_entries', 'journals'],
    ...['sandbox_webhooks', 'production_use'],
  ],
  'platform/people': [
    ...['persons', 'agents', 'memberships', 'person_sessions', 'agent_sessions'],
    ...['sign_in_failures', 'recovery_codes', 'invitations', 'admin_requests', 'activities'],
    ...['passkeys', 'passkey_challenges', 'work_claims'],
  ],
  'platform/merchants': ['merchants', 'stores', 'store_logos', 'keys'],
  'platform/adapters': ['outbox_messages', 'sandbox_processor_movements'],
  'platform/db': ['migrations'],
}

/** Tables that later migrations drop, or that only older versions use. */
const former = ['captures', 'refunds', 'code_messages']

const ownerOf = new Map(Object.entries(tablesOf).flatMap(([room, tables]) => tables.map((table) => [table, room])))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

before(async () => {
  for (const file of sources) if (read(relative(root, file)).includes('defineStatement(')) await import(file)
})

interface Place {
  readonly verb: string
  readonly table: string
  readonly alias: string
}

const noAlias = /^(where|set|on|join|left|cross|inner|order|group|limit|values|using|select|returning|union|for)$/i

function placesIn(sql: string): Place[] {
  const found = sql.matchAll(/\b(from|join|update|into|using)\s+(\w+)(?:\s+as)?(?:\s+(\w+))?/gi)
  return [...found].flatMap(([, verb = '', table = '', word]) => {
    const alias = word === undefined || noAlias.test(word) ? table : word
    return ownerOf.has(table) ? [{ verb: verb.toLowerCase(), table, alias }] : []
  })
}

test('every table of the schema has a room', () => {
  const migrations = globSync('src/platform/db/migrations/*.sql', { cwd: root }).map(read)
  const created = migrations.flatMap((sql) => [...sql.matchAll(/create table (?:if not exists )?(\w+)/g)])
  assert.deepEqual(new Set([...ownerOf.keys(), ...former]), new Set([...created.map(([, name]) => name), 'migrations']))
})

test("SQL names no other room's table", () => {
  for (const file of sources) {
    const foreign = placesIn(read(relative(root, file))).filter(({ table }) => ownerOf.get(table) !== roomOf(file))
    assert.deepEqual(foreign, [], `${relative(root, file)} has SQL on a table of another room`)
  }
})

const tables = new Set([...ownerOf.keys()].filter((table) => table !== 'migrations'))
const unboundIn = (sql: string): readonly string[] => unboundTables(sql, tables)

function allUnbound(): string[] {
  const found = [...statements.values()].flatMap(({ name, text, isReport }) =>
    isReport ? [] : unboundIn(text).map((table) => `${name} ${table}`),
  )
  return [...new Set(found)].sort()
}

test('a statement names the merchant for every table that it reads or changes', () => {
  assert.ok(statements.size > 100, `${statements.size}`)
  assert.deepEqual(allUnbound(), Object.keys(ofAllMerchants).sort())
})

test('removing any condition on the merchant from a statement is detected', () => {
  const conditions = /(?:\w+\.)?\bmerchant_id\s*=\s*(?:\$\d+|(?:\w+\.)?merchant_id\b)/g
  const notMissed = [...statements.values()].flatMap(({ name, text, isReport }) => {
    const found = isReport ? [] : [...text.matchAll(conditions)]
    const without = found.map(({ index, 0: { length } }) => `${text.slice(0, index)}true${text.slice(index + length)}`)
    return without.filter((less) => unboundIn(less).length <= unboundIn(text).length).map(() => name)
  })
  assert.deepEqual(notMissed.sort(), ofBothSides)
})

const everyFile = globSync(['{src,test,testkit,clients,proof,bench,scripts}/**/*.ts', 'sdk/src/*.ts'], { cwd: root })

test('no file is longer than 250 lines, and the linter limits functions to 60', () => {
  const long = everyFile.filter((file) => read(file).split('\n').length - 1 > 250)
  assert.deepEqual(long, [])
  // A reader of the example shop should find one subject per file.
  const files = globSync('examples/**/*.js', { cwd: root })
  const longExamples = files.filter((file) => read(file).split('\n').length - 1 > 120)
  assert.deepEqual(longExamples, [])
  const { linter } = JSON.parse(read('biome.json'))
  const rule = { level: 'error', options: { maxLines: 60 } }
  assert.deepEqual(linter.rules.complexity.noExcessiveLinesPerFunction, rule)
})

/** The verbs that begin the file names of use cases. */
const verbs =
  /^(add|advance|announce|answer|approve|authorize|cancel|capture|challenge|change|check|claim|close|complete|count|create|deliver|disable|distribute|enable|enter|expire|find|follow|get|isolate|issue|leave|list|load|make|open|pay|provide|read|recount|refund|register|reject|remove|replace|require|reseal|resend|resolve|revoke|rotate|run|save|send|settle|step|stop|update|upload|void)-/

test('a file that is named after a verb exports one use case', () => {
  for (const file of sources) {
    const name = relative(root, file).split('/').at(-1) ?? ''
    if (!verbs.test(name)) continue
    const exported = read(relative(root, file)).match(/^export (async function|function|class)\b/gm) ?? []
    assert.ok(exported.length <= 1, `${relative(root, file)} exports ${exported.length} functions`)
  }
})

test('a refusal is declared before it is thrown', () => {
  const declaring = /throw (badData|notAuthorized|noPermission|notFound|conflict|varying)\(|throw refusals\.\w+$/m
  for (const file of sources) assert.doesNotMatch(read(relative(root, file)), declaring, relative(root, file))
})
